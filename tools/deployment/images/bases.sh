#!/bin/sh
# Stand-ins for the base images where no registry is reached, made of Debian's packages and this machine's Node:
#   bases.sh FOLDER NODE
set -eu
mkdir -p "$1"
folder=$(realpath "$1") node=$(realpath "$2")
cd "$folder"
b() { buildah --root "$folder/store" --runroot "$folder/run" --storage-driver overlay "$@"; }
path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

# Node, and the npm that comes with this machine.
[ -d node ] || debootstrap --variant=minbase bookworm node
c=$(b from scratch) m=$(b mount "$c")
cp -a node/. "$m/"
install -m755 "$node" "$m/usr/local/bin/node"
mkdir -p "$m/usr/local/lib/node_modules"
cp -a "$(dirname "$(realpath "$(command -v npm)")")/.." "$m/usr/local/lib/node_modules/npm"
for name in npm npx; do ln -s "../lib/node_modules/npm/bin/$name-cli.js" "$m/usr/local/bin/$name"; done
b umount "$c"
b config --env PATH=$path --cmd node "$c"
b commit --rm "$c" localhost/stand-in/node

# The C libraries without a shell, as distroless has them.
mkdir -p packages
[ -e packages/done ] || (cd packages && apt-get download base-files libc6 libgcc-s1 libgomp1 libstdc++6 libssl3 netbase tzdata \
  ca-certificates media-types gcc-12-base && touch done)
c=$(b from scratch) m=$(b mount "$c")
for package in packages/*.deb; do dpkg -x "$package" "$m"; done
mkdir -p "$m/etc/ssl/certs" "$m/home/nonroot" "$m/tmp" "$m/var/tmp" "$m/root"
cp /etc/ssl/certs/ca-certificates.crt "$m/etc/ssl/certs/"
chmod 1777 "$m/tmp" "$m/var/tmp"
printf 'root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n' >"$m/etc/passwd"
printf 'root:x:0:\nnonroot:x:65532:\n' >"$m/etc/group"
b umount "$c"
b config --user 65532 --workingdir /home/nonroot --env PATH=$path --env SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt "$c"
b commit --rm "$c" localhost/stand-in/distroless-cc

[ -d nginx ] || debootstrap --variant=minbase --include=nginx-light,wget bookworm nginx
c=$(b from scratch) m=$(b mount "$c")
cp -a nginx/. "$m/"
b umount "$c"
b config --user 101 --env PATH=$path "$c"
b commit --rm "$c" localhost/stand-in/nginx
