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

/** Which of the three answers a path; the proxy in front of a deployment routes alike (docs/operations.md). */
export function targetOf(url: string): keyof Targets {
  const path = url.split(/[?#]/, 1)[0] ?? '/';
  if (under(path, '/api') || under(path, '/uploads') || under(path, '/dev')) return 'api';
  // What a prerendered page is made of lies beside it: `/developer-center.data`.
  const page = path.replace(/\.data$/, '');
  if (under(page, '/developer-center') || under(page, '/en/developer-center')) return 'console';
  return 'site';
}

export interface Edge {
  server: Server;
  origin: string;
  /** From here on requests are passed on; before that they get a 503. */
  open(targets: Targets): void;
  /** Takes no new connection, lets what is in flight end, and cuts it off after `patience` ms. */
  close(patience: number): Promise<void>;
}

export interface EdgeOptions extends ProxyOptions {
  /** Joins WebSockets with what stands behind, as they come: for hot reload, where nobody but the developer is. */
  webSockets?: boolean;
}

/** One origin for the whole product. It takes its port at once, so that a taken one is known before anything starts. */
export async function createEdge(
  { host, port }: { host: string; port: number },
  options: EdgeOptions,
): Promise<Edge> {
  let targets: Targets | undefined;
  // Without a Host header Node would answer by itself, and without our headers.
  const server = createServer({ requireHostHeader: false }, (incoming, outgoing) => {
    const path = originForm(incoming.url);
    if (path === null || !hasOneHost(incoming)) reject(incoming, outgoing, 400);
    else if (targets) {
      const foreign = options.widgetHost === hostOf(incoming, options.trustProxy).toLowerCase();
      proxy(incoming, outgoing, targets[foreign ? 'site' : targetOf(path)], options);
    } else reject(incoming, outgoing, 503);
  });
  server.on('clientError', rejectUnreadable);
  // How long a request may take to arrive, those behind say: hours for a release, minutes for a video.
  server.requestTimeout = 0;
  server.keepAliveTimeout = IDLE_CONNECTION;
  // Without a listener Node leaves the wish for another protocol aside and answers as ever.
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
