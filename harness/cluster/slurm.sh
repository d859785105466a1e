#!/usr/bin/env bash
# A run as a Slurm job array, and a job after it that merges its shards.
#
#   slurm.sh N FOLDER FLAG…  (without --threads: each shard has $CPUS)
#
# FOLDER must be seen by every node. $CPUS is the number of processors a shard, 1 unless it is set;
# $ARRAY the shards to play, 1-N unless it is set: ARRAY=3,7 plays these two again. $SBATCH_ARGS goes
# to sbatch as it is, for a partition or a time limit. Tasks may be killed or requeued at any time:
# each goes on where it ended. Prints the ids of the array and of the merge.
set -euo pipefail

shards=$1 folder=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
cpus=${CPUS:-1}

# shellcheck disable=SC2086
array=$(sbatch --parsable --job-name=harness --array="${ARRAY:-1-$shards}" --cpus-per-task="$cpus" \
    --requeue --open-mode=append --output="$folder/shard-%a.log" ${SBATCH_ARGS:-} \
    "$here/shard.sh" "$shards" "$folder" "$@" --threads "$cpus")
# After any end of the tasks: a violation is a result (exit code 1), and a merge names what is missing.
# shellcheck disable=SC2086
merge=$(sbatch --parsable --job-name=harness-merge --dependency="afterany:$array" \
    --output="$folder/merge.log" ${SBATCH_ARGS:-} "$here/merge.sh" "$folder")
echo "$array $merge"
