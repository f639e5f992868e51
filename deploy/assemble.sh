#!/bin/sh
# Makes the folder that an image or a machine runs: the stripped sources, the built site, the packages that serving needs.
#   deploy/assemble.sh FOLDER
# Then, without a network: node FOLDER/bin/crossplay.js serve
set -eu
[ $# -eq 1 ] || { echo "usage: deploy/assemble.sh FOLDER" >&2; exit 1; }
case $1 in /*) out=$1 ;; *) out=$PWD/$1 ;; esac
cd "$(dirname "$0")/.."

[ -d node_modules ] || npm ci --no-audit --no-fund --loglevel=error
node_modules/.bin/vite build --logLevel error
node_modules/.bin/node bin/pack.js
# Beside the folder first, so that one which is there stays whole if this fails, and keeps nothing that is gone.
part=$out.part
rm -rf "$part"
mkdir -p "$part" "$out"
cp -R dist/package/. "$part"
# As the lock file has them, and no Node: the image or the machine has its own.
cp package.json package-lock.json "$part"
(cd "$part" && npm ci --omit=dev --omit=optional --ignore-scripts --prefer-offline --no-audit --no-fund --loglevel=error)
for made in "$part"/*; do
  rm -rf "$out/${made##*/}"
  mv "$made" "$out"
done
rmdir "$part"
