const VERSION_4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

function isVersion6(text: string): boolean {
  const [head = '', tail, ...more] = text.split('::');
  const groups = [head, tail ?? ''].flatMap((part) => (part === '' ? [] : part.split(':')));
  // The last two groups of an IPv6 address may be written as IPv4.
  const mapped = VERSION_4.test((tail ?? head).split(':').at(-1) ?? '');
  const plain = mapped ? groups.slice(0, -1) : groups;
  const length = plain.length + (mapped ? 2 : 0);
  return (
    more.length === 0 &&
    (tail === undefined ? length === 8 : length < 8) &&
    plain.every((group) => /^[\da-f]{1,4}$/i.test(group))
  );
}

/**
 * The IP address in an entry of a forwarding header, without port, brackets and quotes (`203.0.113.9:4711`,
 * `"[2001:db8::1]:443"`, RFC 7239 §6); null if it is not an address.
 */
export function ipAddress(entry: string): string | null {
  const text = entry.trim().replace(/^"(.*)"$/, '$1');
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text;
  // A zone names an interface of the host that wrote it and is not part of the address.
  const address = bare.split('%', 1)[0] ?? '';
  return VERSION_4.test(address) || isVersion6(address) ? address.toLowerCase() : null;
}
