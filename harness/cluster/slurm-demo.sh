#!/usr/bin/env bash
# A real Slurm, for a minute, on this machine alone: an array of eight shards of which one is killed,
# a merge that names it, the shard played on, a merge that succeeds, and the single run's very files.
#
# Starts munged, slurmctld and slurmd on the loopback interface by itself, with everything that they
# write in a folder of its own, and stops them again. Needs root, and slurmctld, slurmd, slurm-client
# and munge, which it installs with apt-get where it can; where it cannot run it says *skipped,
# because …* and ends with 0. $HARNESS is the program, built here unless it is set.
set -euo pipefail
cd "$(dirname "$0")/../.."
cluster=$PWD/harness/cluster

skipped() {
    echo "slurm-demo: skipped, because $1"
    exit 0
}
fail() {
    echo "slurm-demo: $1" >&2
    exit 1
}
[ "$(uname)" = Linux ] || skipped "this is not Linux"
[ "$(id -u)" = 0 ] || skipped "starting slurmctld and slurmd needs root"
missing=
for program in munged slurmctld slurmd sbatch scontrol ip; do
    command -v "$program" >/dev/null || missing="$missing $program"
done
if [ -n "$missing" ]; then
    command -v apt-get >/dev/null || skipped "there is no$missing, and no apt-get to install it"
    echo "slurm-demo: installing$missing"
    packages="slurmctld slurmd slurm-client munge iproute2"
    # shellcheck disable=SC2086
    { timeout 60 apt-get update -qq &&
        DEBIAN_FRONTEND=noninteractive timeout 120 apt-get install -qq -y --no-install-recommends $packages; } \
        >/dev/null 2>&1 || skipped "apt-get could not install $packages"
fi
if pgrep -x slurmctld >/dev/null || pgrep -x slurmd >/dev/null; then
    skipped "a Slurm is running here already"
fi

if [ -z "${HARNESS:-}" ]; then
    cargo build --quiet --locked -p harness
    HARNESS=${CARGO_TARGET_DIR:-target}/debug/harness
fi
HARNESS=$(realpath "$HARNESS")
export HARNESS

work=$(mktemp -d)
daemons=()
added=
stop() {
    code=$?
    trap - EXIT
    [ "$code" = 0 ] || tail -n 20 "$work"/*.log "$work"/run/*.log 2>/dev/null || true
    for ((at = ${#daemons[@]} - 1; at >= 0; at--)); do
        kill "${daemons[at]}" 2>/dev/null || true
        wait "${daemons[at]}" 2>/dev/null || true
    done
    [ -z "$added" ] || ip address delete 127.0.0.2/8 dev lo 2>/dev/null || true
    rm -rf "$work"
    exit "$code"
}
trap stop EXIT
trap 'exit 130' INT TERM

# slurmctld cannot resolve its own address with nothing but 127.0.0.1 on the interface.
if ! ip address show dev lo | grep -q 'inet 127\.0\.0\.2/'; then
    ip address add 127.0.0.2/8 dev lo 2>/dev/null || skipped "the loopback interface takes no second address"
    added=yes
fi
host=$(hostname -s)
getent hosts "$host" >/dev/null || skipped "the host name $host has no address"

mkdir "$work/state" "$work/spool" "$work/munge"
chmod 755 "$work"
dd if=/dev/urandom of="$work/munge/key" bs=128 count=1 status=none
chmod 700 "$work/munge"
chmod 400 "$work/munge/key"
cat >"$work/slurm.conf" <<END
ClusterName=demo
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
SlurmctldPort=16817
SlurmdPort=16818
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SlurmdParameters=config_overrides
NodeName=$host NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN
PartitionName=demo Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF=$work/slurm.conf

munged --foreground --force --key-file="$work/munge/key" --socket="$work/munge.socket" \
    --pid-file="$work/munged.pid" --log-file="$work/munged.log" --seed-file="$work/munge/seed" \
    >"$work/munged.out" 2>&1 &
daemons+=($!)
slurmctld -D >"$work/slurmctld.log" 2>&1 &
daemons+=($!)
slurmd -D >"$work/slurmd.log" 2>&1 &
daemons+=($!)
tries=0
until [ "$(sinfo --noheader --format=%t 2>/dev/null)" = idle ]; do
    tries=$((tries + 1))
    [ "$tries" -lt 150 ] || { tail -n 3 "$work"/*.log; skipped "the daemons do not come up here"; }
    sleep 0.2
done

flags=(--games 4000 --seats 2,3,4,6 --bots random,forward,easy --seed 1 --quiet)
run=$work/run
echo "slurm-demo: 4,000 games as an array of 8 shards"
read -r array merge < <("$cluster/slurm.sh" 8 "$run" "${flags[@]}")

# One task loses its program in the middle of its games.
part=$run/shard-3-of-8
until [ "$(stat -c %s "$part/journal.bin" 2>/dev/null || echo 0)" -gt 500 ]; do
    [ ! -e "$part.exit" ] || fail "shard 3/8 was over before it could be killed"
    sleep 0.01
done
kill -9 "$(cat "$part.pid")"
echo "slurm-demo: killed the program of shard 3/8 with $(stat -c %s "$part/journal.bin") bytes in its journal"

ended() {
    until [ "$SECONDS" -gt 600 ] || scontrol show job "$1" | grep -q 'JobState=\(COMPLETED\|FAILED\)'; do sleep 0.2; done
    scontrol show job "$1" | sed -n 's/.*ExitCode=\([0-9]*\):.*/\1/p'
}
code=$(ended "$merge")
for exit in "$run"/shard-*.exit; do
    echo "slurm-demo: task $(basename "$exit" .exit) ended with $(cat "$exit")"
done
[ "$(cat "$part.exit")" = 137 ] || fail "shard 3/8 was not killed"
[ "$code" = 3 ] || fail "the merge ended with '$code', not with 3"
grep 'shard 3/8 is partial' "$run/merge.log" || fail "the merge did not name it"

echo "slurm-demo: task 3 again, and the merge"
read -r array merge < <(ARRAY=3 "$cluster/slurm.sh" 8 "$run" "${flags[@]}")
code=$(ended "$merge")
echo "slurm-demo: task 3 of array $array ended with $(cat "$part.exit"), the merge with $code"
[ "$code" = 0 ] || fail "the second merge ended with '$code'"
grep -q '"sessions": 2' "$part/run.json"

"$HARNESS" "${flags[@]}" --out "$work/single"
for file in games.csv win_rates.csv violations.jsonl; do
    cmp "$run/merged/$file" "$work/single/$file"
done
without_time() { rev "$1" | cut -d, -f5- | rev; }
cmp <(without_time "$run/merged/latency.csv") <(without_time "$work/single/latency.csv")
echo "slurm-demo: games.csv, win_rates.csv and violations.jsonl are the single run's byte for byte, and so are"
echo "slurm-demo: the columns of latency.csv that have no clock in them"
