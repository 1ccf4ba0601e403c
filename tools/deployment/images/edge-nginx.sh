#!/bin/sh
# nginx of the edge's image, as EDGE_NGINX names it to checks and trust runs: read-only, as its user, without
# capabilities, with the configuration of the run.
#   EDGE_NGINX=$PWD/tools/deployment/images/edge-nginx.sh npm run trust -- fleet
# IMAGES is the folder that `npm run images` keeps them in.
set -eu
IMAGES=${IMAGES:-$HOME/.cache/yunduo-images}
[ "$1" = -p ] || { echo 'error: edge-nginx.sh -p FOLDER …' >&2; exit 2; }
# The image has its own user, and no module of the machine.
sed -i '/^user /d; /^load_module /d' "$2/conf/site/main.conf"
chmod -R a+rwX "$2"
exec podman --root "$IMAGES/store" --runroot "$IMAGES/run" --storage-driver overlay run --rm --network host \
  --runtime runc --read-only --cap-drop all --security-opt no-new-privileges --no-healthcheck \
  --ulimit nofile=20000:20000 --ulimit nproc=4096:4096 --volume "$2:$2" \
  "${EDGE_IMAGE:-localhost/yunduo/edge:local}" nginx "$@"
