/** The paths of the 16px icons. An icon library would be larger than the page. */
export const icons = {
  alert: 'M8 1.500 15 14H1zM8 6v3.500M8 12h0',
  arrow: 'M3 8h10M9 4l4 4-4 4',
  back: 'M13 8H3M7 4 3 8l4 4',
  check: 'm3.500 8.500 3 3 6-7',
  close: 'm4 4 8 8M12 4l-8 8',
  copy: 'M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3',
  done: 'M14.500 8A6.500 6.500 0 1 1 8 1.500 6.500 6.500 0 0 1 14.500 8zM5 8.200l2.200 2.200L11 6',
  down: 'm4 6 4 4 4-4',
  download: 'M8 2v8.500M4.500 7 8 10.500 11.500 7M2.500 14h11',
  edit: 'M10.500 2.500l3 3-8 8h-3v-3zM8.500 4.500l3 3',
  external: 'M6 3.500H3v9.500h9.500v-3M9 2.500h4.500V7M13 3 7.500 8.500',
  eye: 'M1 8s2.500-4.500 7-4.500S15 8 15 8s-2.500 4.500-7 4.500S1 8 1 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  'eye-off':
    'M6 3.800A7 7 0 0 1 8 3.500C12.500 3.500 15 8 15 8a12 12 0 0 1-1.900 2.400M10.800 11.900a6.600 6.600 0 0 1-2.800.6C3.500 12.500 1 8 1 8a11.500 11.500 0 0 1 3.200-3.300M2 2l12 12',
  filter: 'M2 4h12M4.500 8h7M6.500 12h3',
  globe:
    'M14.500 8A6.500 6.500 0 1 1 8 1.500 6.500 6.500 0 0 1 14.500 8zM1.500 8h13M8 1.500c4 4 4 9 0 13-4-4-4-9 0-13z',
  info: 'M14.500 8A6.500 6.500 0 1 1 8 1.500 6.500 6.500 0 0 1 14.500 8zM8 7.500V11M8 5h0',
  left: 'm10 4-4 4 4 4',
  lock: 'M3.500 7.500h9v6h-9zM5.500 7.500v-2a2.500 2.500 0 0 1 5 0v2',
  mail: 'M2 3.500h12v9H2zM2 4.500l6 4.500 6-4.500',
  menu: 'M2 5h12M2 11h12',
  moon: 'M13.500 9.500A6 6 0 0 1 6.500 2.500a6 6 0 1 0 7 7z',
  plus: 'M8 3v10M3 8h10',
  refresh: 'M13.500 8A5.500 5.500 0 1 1 11.500 3.800L13.500 5.500M13.500 2v3.500H10',
  right: 'm6 4 4 4-4 4',
  search: 'M11.500 7A4.500 4.500 0 1 1 7 2.500 4.500 4.500 0 0 1 11.500 7zM10.500 10.500 14 14',
  'sign-out': 'M6 2.500H2.500v11H6M6.500 8H14M11 5l3 3-3 3',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8 1v1.500M8 13.500V15M1 8h1.500M13.500 8H15M3 3l1 1M12 12l1 1M3 13l1-1M12 4l1-1',
  theme: 'M14 8A6 6 0 1 1 8 2a6 6 0 0 1 6 6zM8 2v12M9.500 2.500v11M11 3v10M12.500 4.200v7.600',
  trash: 'M2.500 4.500h11M6 4.500v-2h4v2M4 4.500l.5 9h7l.5-9M6.500 7v4M9.500 7v4',
  upload: 'M8 10.500V2M4.500 5.500 8 2l3.500 3.500M2.500 14h11',
  user: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.500 14c.5-3 2.500-4.500 5.500-4.500s5 1.500 5.500 4.500',
} as const;

export type IconName = keyof typeof icons;

/** A 16px icon in the text colour; hidden from screen readers, because a label is always beside it. */
export function Icon({ name, className = 'icon' }: { name: IconName; className?: string }) {
  return (
    <svg className={className} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={icons[name]} />
    </svg>
  );
}
