# The edge in front of the three, for compose.yaml: elsewhere render.ts is told the addresses of that place.
#   docker build -f tools/deployment/images/edge.Dockerfile -t yunduo/edge .
# UNBUILT: no container engine was at hand so far; the digests are those that public repositories name, not looked up in
# a registry by us.

# Only what npm installs from: a change of source leaves the layers below as they are.
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
RUN node tools/deployment/nginx/render.ts --site public-site:4320 --api api:4310 --console developer-console:8080 --listen 8080 --to nginx.conf
RUN mkdir cache

FROM nginxinc/nginx-unprivileged:1.30.5-alpine-slim@sha256:3af0c10d960cc2502427fe1219c52989d309e7d65596869c60a34fd2fa2406f0
WORKDIR /srv
COPY --from=build /app/nginx.conf ./nginx.conf
COPY --from=build --chown=101:101 /app/cache /var/cache/yunduo
USER 101:101
EXPOSE 8080
STOPSIGNAL SIGQUIT
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8080/builds/latest.json"]
ENTRYPOINT []
CMD ["nginx", "-e", "stderr", "-c", "/srv/nginx.conf", "-g", "daemon off;"]
