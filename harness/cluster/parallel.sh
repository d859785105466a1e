#!/usr/bin/env bash
# A run as shards under GNU parallel, on this machine or on those of $PARALLEL_ARGS, then merged.
#
#   parallel.sh N FOLDER FLAG…  (without --threads: each shard has one)
#
# With machines, as in PARALLEL_ARGS='--sshloginfile nodes.txt --workdir .', FOLDER must be seen by all of
# them. A second call goes on with what is not complete.
set -euo pipefail

shards=$1 folder=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$folder"

# A shard with a violation ends with 1, which is a result: the merge tells whether all are whole.
# shellcheck disable=SC2086
seq 1 "$shards" |
    parallel --quote --env HARNESS --joblog "$folder/parallel.log" --resume-failed ${PARALLEL_ARGS:-} \
        env SHARD={} "$here/shard.sh" "$shards" "$folder" "$@" --threads 1 || true
"$here/merge.sh" "$folder"
