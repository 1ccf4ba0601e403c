# The developer center: static files and the nginx that serves them.
#   docker build -f tools/deployment/images/developer-console.Dockerfile -t yunduo/developer-console .
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
RUN npx nx build developer-console
RUN node tools/deployment/images/console-nginx.ts apps/developer-console/dist/build/client nginx.conf
RUN mkdir kept

FROM nginxinc/nginx-unprivileged:1.30.5-alpine-slim@sha256:3af0c10d960cc2502427fe1219c52989d309e7d65596869c60a34fd2fa2406f0
WORKDIR /srv
COPY --from=build /app/apps/developer-console/dist/build/client ./client
COPY --from=build /app/nginx.conf ./nginx.conf
COPY tools/deployment/images/console/entrypoint.sh ./entrypoint.sh
# Before a roll-out, on the volume that nginx reads: sh keep-files.sh --client client
COPY tools/build-manifest/keep-files.sh ./keep-files.sh
COPY --from=build --chown=101:101 /app/kept /srv/kept
ENV KEPT_FILES=/srv/kept
USER 101:101
EXPOSE 8080
STOPSIGNAL SIGQUIT
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8080/developer-center/builds/latest.json"]
ENTRYPOINT []
CMD ["sh", "entrypoint.sh"]
