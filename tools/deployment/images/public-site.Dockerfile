# The public site: rendered on the server, every package inside the build.
#   docker build -f tools/deployment/images/public-site.Dockerfile -t yunduo/public-site .
# Built and run on stand-ins for its base images (`npm run images`);
# the digests are those that public repositories name, not looked up in a registry by us.

# Only the files that npm installs from, so that a source change keeps the layers below.
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS manifests
WORKDIR /app
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete
RUN find . -type d -empty -delete

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /app
ENV CI=1 NX_DAEMON=false
COPY --from=manifests /app ./
RUN npm ci
COPY . .
RUN npx nx build public-site
RUN mkdir kept

FROM gcr.io/distroless/cc-debian12:nonroot@sha256:9dac0a79194e45a7da0158a9c6da57b217585af0786db3845d1f0ec1a0dd182f
WORKDIR /app
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /app/apps/public-site/dist/build ./
# Before a roll-out, on the volume that the site reads: node keep-files.mts --client client
COPY --from=build /app/tools/build-manifest/keep-files.ts ./keep-files.mts
COPY --from=build --chown=65532:65532 /app/kept /srv/kept
# A mode that is not named must not be a trial, which names its variables to visitors.
ENV NODE_ENV=production APP_MODE=production HOST=0.0.0.0 PORT=4320 KEPT_FILES=/srv/kept MALLOC_ARENA_MAX=2
USER 65532:65532
EXPOSE 4320
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/builds/latest.json').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.js"]
