#!/usr/bin/env bash
# The shards in a folder, merged into FOLDER/merged: merge.sh FOLDER
#
# Ends with 0 or 1 as the whole run would have, and with 3 if a shard is missing, partial or damaged:
# the message names it.
set -euo pipefail

folder=$1
exec "${HARNESS:-harness}" merge "$folder"/shard-*-of-*/ --out "$folder/merged"
