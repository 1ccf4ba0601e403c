/** The HTTP status of what `load` throws; anything else is a fault of ours and thrown on. */
export function failureStatus(error: unknown): number {
  if (typeof error === 'object' && error !== null && 'init' in error) {
    const { status } = error.init as ResponseInit;
    // The query was made valid before it was sent: what is refused is the service's trouble, not the reader's.
    return status !== undefined && status >= 500 ? status : 503;
  }
  throw error;
}
