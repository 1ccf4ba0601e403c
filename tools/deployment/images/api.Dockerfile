# The API, and its commands beside it: migrate.js, seed.js, ops.js.
#   docker build -f tools/deployment/images/api.Dockerfile -t yunduo/api .
# Built and run on stand-ins for its base images (`npm run images`);
# the digests are those that public repositories name, not looked up in a registry by us.

# Only the files that npm installs from, so that a source change keeps the layers below.
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS manifests
WORKDIR /app
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete
RUN find . -type d -empty -delete

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS dependencies
WORKDIR /app
COPY --from=manifests /app ./
RUN npm ci --omit=dev --workspace @yunduo/api
# The libraries of this repository are inside the bundles.
RUN rm -r node_modules/@yunduo node_modules/.bin
# A third of the packages' files is for development only.
RUN find node_modules -type f ! -iname 'licen*' '(' -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' ')' -delete
# The bundles resolve packages only here: a second version beside the app would be lost.
RUN test ! -e apps/api/node_modules
RUN find . -mindepth 1 -maxdepth 1 ! -name node_modules -exec rm -r {} +

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /app
ENV CI=1 NX_DAEMON=false
COPY --from=manifests /app ./
RUN npm ci
COPY . .
RUN npx nx build api
# Bundles are not minified; their source maps are not needed in the image.
RUN find apps/api/dist/build -name '*.map' -delete
RUN mkdir data

FROM gcr.io/distroless/cc-debian12:nonroot@sha256:9dac0a79194e45a7da0158a9c6da57b217585af0786db3845d1f0ec1a0dd182f
WORKDIR /app
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=dependencies /app ./
COPY --from=build /app/apps/api/dist/build ./
# The only writable folder: uploads without a bucket, the embedded database of a trial.
COPY --from=build --chown=65532:65532 /app/data /data
# A mode that is not named must not be a trial, whose accounts have a known password.
ENV NODE_ENV=production APP_MODE=production HOST=0.0.0.0 PORT=4310 DATA_DIR=/data MALLOC_ARENA_MAX=2
USER 65532:65532
EXPOSE 4310
STOPSIGNAL SIGTERM
# Liveness, not readiness: the API reconnects to a database without a restart.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server.js"]
