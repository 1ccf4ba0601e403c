/**
 * Alternative names of software. `own`: a text with one of these is about it. `short`: search terms too common or too
 * short to identify it in a text.
 */
const NAMES: readonly { own: readonly string[]; short: readonly string[] }[] = [
  { own: ['kubernetes', 'k8s'], short: ['kube'] },
  { own: ['postgresql', 'postgres', 'pgsql', 'psql'], short: ['pg'] },
  { own: ['elasticsearch'], short: ['es', 'elastic'] },
  { own: ['javascript', 'node js', 'nodejs'], short: ['js'] },
  { own: ['typescript'], short: ['ts'] },
  { own: ['mongodb', 'mongo'], short: [] },
  { own: ['rabbitmq', 'rmq'], short: ['mq', 'rabbit'] },
  { own: ['rocketmq'], short: ['mq'] },
  { own: ['memcached', 'memcache'], short: [] },
  { own: ['nginx', 'ngx'], short: ['ng'] },
  { own: ['httpd', 'apache http server'], short: ['apache'] },
  { own: ['wordpress'], short: ['wp'] },
  { own: ['python', 'python3'], short: ['py'] },
  { own: ['golang'], short: ['go'] },
  { own: ['clickhouse'], short: ['ch', 'ck'] },
  { own: ['zookeeper'], short: ['zk'] },
  { own: ['prometheus'], short: ['prom'] },
  { own: ['phpmyadmin'], short: ['pma'] },
  { own: ['nextcloud'], short: ['nc'] },
  { own: ['home assistant', 'homeassistant', 'hass'], short: ['ha'] },
  { own: ['sql server', 'sqlserver', 'mssql'], short: [] },
  { own: ['influxdb', 'influx'], short: [] },
  { own: ['mariadb'], short: ['maria'] },
  { own: ['visual studio code', 'vscode', 'code server'], short: ['vsc'] },
  { own: ['openvpn', 'wireguard'], short: ['vpn'] },
  { own: ['object storage'], short: ['oss', 's3'] },
  { own: ['rust', 'rustlang'], short: ['rs'] },
  { own: ['ruby'], short: ['rb'] },
  { own: ['java', 'openjdk'], short: ['jdk', 'jre'] },
  { own: ['dotnet', '.net', 'asp net'], short: ['net'] },
  { own: ['c++', 'cpp'], short: [] },
  { own: ['csharp', 'c#'], short: [] },
];

/** By own name: every other name. */
const OTHERS = new Map(
  NAMES.flatMap(({ own, short }) =>
    own.map((name) => [name, [...own, ...short].filter((other) => other !== name)] as const),
  ),
);
/** The same by own names without spaces: `aspnet`. */
const JOINED = new Map([...OTHERS].map(([name, others]) => [name.replaceAll(' ', ''), others] as const));
/** Whole words: no letter or digit around them. */
const OWN = new RegExp(
  `(?<![a-z0-9])(?:${[...OTHERS.keys()].map((name) => name.replace(/[.+#]/g, '\\$&').replaceAll(' ', '[ .-]?')).join('|')})(?![a-z0-9+#])`,
  'g',
);

/** Other names of the software in a normalised text. */
export function otherNamesIn(text: string): string[] {
  const found = new Set(
    (text.match(OWN) ?? []).map((name) => name.replace(/[ -]|(?<=[a-z])\.(?=[a-z])/g, ' ')),
  );
  return [...new Set([...found].flatMap((name) => OTHERS.get(name) ?? JOINED.get(name) ?? []))];
}
