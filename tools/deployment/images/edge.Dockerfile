# The edge in front of the three, by the names that they have in compose.yaml (tools/deployment/nginx/site/upstreams).
#   docker build -f tools/deployment/images/edge.Dockerfile -t yunduo/edge .
# Built and run on a stand-in for its base image (`npm run images`);
# the digests are those that public repositories name, not looked up in a registry by us.

FROM nginxinc/nginx-unprivileged:1.30.5-alpine-slim@sha256:3af0c10d960cc2502427fe1219c52989d309e7d65596869c60a34fd2fa2406f0
COPY tools/deployment/nginx /srv/edge
USER root
# API_BASE_URL of the public site. Never publish this port.
RUN echo 'server { listen 8081; include options/internal.conf; }' >>/srv/edge/site/http.conf
# Writable: the cache with nginx's runtime files and, as a volume, the upstreams (tools/deployment/roll-compose.sh).
RUN mkdir -p /var/cache/yunduo && chown -R 101:101 /var/cache/yunduo /srv/edge/site/upstreams
USER 101:101
EXPOSE 8080
STOPSIGNAL SIGQUIT
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8080/builds/latest.json"]
ENTRYPOINT []
CMD ["nginx", "-p", "/var/cache/yunduo", "-e", "stderr", "-c", "/srv/edge/nginx.conf", "-g", "daemon off;"]
