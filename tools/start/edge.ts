import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hasOneHost, hostOf, originForm, proxy, proxyUpgrade, reject, rejectUnreadable } from './proxy.ts';
import type { ProxyOptions } from './proxy.ts';
import { IDLE_CONNECTION, StartError } from './settings.ts';

/** The origins behind the edge. */
export interface Targets {
  api: string;
  site: string;
  console: string;
}

const under = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

/** Which of the three serves a path; the proxy of a deployment routes the same way (docs/operations.md). */
export function targetOf(url: string): keyof Targets {
  const path = url.split(/[?#]/, 1)[0] ?? '/';
  if (under(path, '/api') || under(path, '/uploads') || under(path, '/dev')) return 'api';
  // The data of a prerendered page is beside it: `/developer-center.data`.
  const page = path.replace(/\.data$/, '');
  if (under(page, '/developer-center') || under(page, '/en/developer-center')) return 'console';
  return 'site';
}

export interface Edge {
  server: Server;
  origin: string;
  /** Starts forwarding requests; before that they get a 503. */
  open(targets: Targets): void;
  /** Accepts no new connections, lets running requests finish, and closes them after `patience` ms. */
  close(patience: number): Promise<void>;
}

export interface EdgeOptions extends ProxyOptions {
  /** Forwards WebSockets to the origins: for hot reload, with a developer as the only client. */
  webSockets?: boolean;
}

/**
 * One origin for the whole product. It takes its port first, so that a port conflict is found before anything
 * starts.
 */
export async function createEdge(
  { host, port }: { host: string; port: number },
  options: EdgeOptions,
): Promise<Edge> {
  let targets: Targets | undefined;
  // Node would answer a request without a Host header itself, without our headers.
  const server = createServer({ requireHostHeader: false }, (incoming, outgoing) => {
    const path = originForm(incoming.url);
    if (path === null || !hasOneHost(incoming)) reject(incoming, outgoing, 400);
    else if (targets) {
      const foreign = options.widgetHost === hostOf(incoming, options.trustProxy).toLowerCase();
      proxy(incoming, outgoing, targets[foreign ? 'site' : targetOf(path)], options);
    } else reject(incoming, outgoing, 503);
  });
  server.on('clientError', rejectUnreadable);
  // The origins limit how long a request may take to arrive: hours for a release, minutes for a video.
  server.requestTimeout = 0;
  server.keepAliveTimeout = IDLE_CONNECTION;
  // Without a listener Node ignores the upgrade and responds as usual.
  if (options.webSockets)
    server.on('upgrade', (incoming, socket, head) => {
      const path = originForm(incoming.url);
      if (targets && path !== null) proxyUpgrade(incoming, socket, head, targets[targetOf(path)]);
      else socket.destroy();
    });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new StartError(`Port ${port} on ${host} is in use. Stop what uses it or set PORT to another one.`)
          : new StartError(`Cannot listen on ${host}:${port}: ${error.message}`),
      );
    });
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return {
    server,
    origin: `http://${name}:${address.port}`,
    open(opened) {
      targets = opened;
    },
    async close(patience) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const sweep = setInterval(() => server.closeIdleConnections(), 50);
      const cut = setTimeout(() => server.closeAllConnections(), patience);
      await closed;
      clearInterval(sweep);
      clearTimeout(cut);
    },
  };
}
