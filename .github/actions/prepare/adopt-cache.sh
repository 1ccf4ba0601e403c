#!/bin/sh
# Nx finds what it kept by an index whose file is named after the machine. One that another machine wrote is given the
# name of this one; the first of its kind stays.
set -eu
id=$(cat /var/lib/dbus/machine-id /etc/machine-id 2>/dev/null | head -n 1)
for file in "$HOME"/.nx/*/databases/*-v3.*; do
  [ -e "$file" ] || continue
  own="${file%/*}/$id-v3.${file##*-v3.}"
  [ -e "$own" ] || mv "$file" "$own"
done
