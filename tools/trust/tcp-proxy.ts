import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';

/** A proxy between a process and a server it needs: forwards, delays, or is unreachable. */
export class TcpProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #state: { open: true; delay: number } | { open: false } = { open: true, delay: 0 };

  private constructor(server: Server) {
    this.#server = server;
  }

  static async before(host: string, port: number): Promise<TcpProxy> {
    const server = createServer();
    const tcpProxy = new TcpProxy(server);
    server.on('connection', (incoming) => tcpProxy.#pass(incoming, host, port));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return tcpProxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  #pass(incoming: Socket, host: string, port: number): void {
    if (!this.#state.open) {
      incoming.destroy();
      return;
    }
    const outgoing = connect(port, host);
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      this.#sockets.add(from);
      from.on('data', (chunk: Buffer) => this.#after(() => !to.destroyed && to.write(chunk)));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
    }
  }

  #after(work: () => void): void {
    const delay = this.#state.open ? this.#state.delay : 0;
    if (delay === 0) work();
    else setTimeout(work, delay).unref();
  }

  /** Closes all connections and refuses new ones. */
  shut(): void {
    this.#state = { open: false };
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Delays everything by this many ms. */
  slow(delay: number): void {
    this.#state = { open: true, delay };
  }

  open(): void {
    this.#state = { open: true, delay: 0 };
  }

  async close(): Promise<void> {
    this.shut();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
