/** Downloads a text as a file. */
export function saveFile(name: string, text: string, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By the next task the download holds its own reference to the data.
  setTimeout(() => URL.revokeObjectURL(url));
}
