/** A notice that waits for the user. */
export interface Notice {
  /** One notice per key: a later one replaces the earlier. */
  key: string;
  title: string;
  text?: string;
  actions?: readonly NoticeAction[];
}

export interface NoticeAction {
  label: string;
  /** The notice closes afterwards. */
  onSelect: () => void;
}

let notices: readonly Notice[] = [];
const listeners = new Set<() => void>();
const none: readonly Notice[] = [];

const publish = (next: readonly Notice[]): void => {
  notices = next;
  listeners.forEach((listener) => listener());
};

/** Shows a notice until the user answers or closes it. Returns the function that closes it. Browser only. */
export function notify(notice: Notice): () => void {
  publish([...notices.filter(({ key }) => key !== notice.key), notice]);
  return () => dismissNotice(notice.key);
}

export function dismissNotice(key: string): void {
  publish(notices.filter((notice) => notice.key !== key));
}

export const noticeStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): readonly Notice[] => notices,
  onServer: (): readonly Notice[] => none,
};
