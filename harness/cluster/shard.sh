#!/usr/bin/env bash
# One shard of a run: begun, or if its folder is there already, gone on with.
#
#   shard.sh N FOLDER FLAG…
#
# plays shard K of N of the run that the flags say, into FOLDER/shard-K-of-N. K counts from 1 to N.
# It is $SHARD, or $SLURM_ARRAY_TASK_ID (submit the array as 1-N), or $JOB_COMPLETION_INDEX + 1
# (Kubernetes counts from 0). $HARNESS is the program, `harness` unless it is set.
#
# Ends with the program's exit code, which is also left in FOLDER/shard-K-of-N.exit.
set -euo pipefail

shards=$1 folder=$2
shift 2
harness=${HARNESS:-harness}
shard=${SHARD:-${SLURM_ARRAY_TASK_ID:-}}
if [ -z "$shard" ]; then
    shard=$((${JOB_COMPLETION_INDEX:?set SHARD, from 1 to the number of shards} + 1))
fi
out=$folder/shard-$shard-of-$shards

if [ -f "$out/run.json" ]; then
    "$harness" --resume "$out" &
else
    # What was killed before it had begun has left at most a file that was not whole.
    rm -f "$out/run.json.tmp"
    rmdir "$out" 2>/dev/null || true
    "$harness" "$@" --shard "$shard/$shards" --out "$out" &
fi
child=$!
echo "$child" >"$out.pid"
# Whoever wants this task to end is told to the program, which keeps what it has finished.
trap 'kill -TERM "$child" 2>/dev/null || true' TERM INT
code=0
wait "$child" || code=$?
while kill -0 "$child" 2>/dev/null; do
    code=0
    wait "$child" || code=$?
done
rm -f "$out.pid"
echo "$code" >"$out.exit"
exit "$code"
