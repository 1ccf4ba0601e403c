import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { isOurs } from './webhook.ts';

const { WEBHOOK_SECRET: secret = '', PORT: port = '8080' } = process.env;
const seen = new Set<string>();

const server = createServer(async (request, response) => {
  const body = await text(request);
  if (!isOurs(secret, request.headers, body)) return response.writeHead(401).end();
  // Respond first: after 10 seconds without a response the event is sent again.
  response.writeHead(204).end();

  const id = String(request.headers['webhook-id']);
  if (seen.has(id)) return;
  seen.add(id);
  const event = JSON.parse(body);
  console.log(event.type);
});
server.listen(Number(port), () => console.log(`listening on ${port}`));
