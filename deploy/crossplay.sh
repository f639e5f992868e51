#!/bin/sh
# Commands of Crossplay with the settings of deploy/crossplay.service: install it as /usr/local/bin/crossplay.
# A variable that is set would win over the file; for the service the file wins.
grep -qs '^CROSSPLAY_DATA=' /etc/crossplay.env || export CROSSPLAY_DATA="${CROSSPLAY_DATA:-/var/lib/crossplay}"
exec /usr/bin/node --env-file-if-exists=/etc/crossplay.env /opt/crossplay/bin/crossplay.js "$@"
