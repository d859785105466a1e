//! The files that take a run to many machines: `harness/cluster/` and the workflow of shards.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize as _;
use serde_json::Value;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The documents of a YAML file.
fn documents(name: &str) -> Vec<Value> {
    let text = fs::read_to_string(file(name)).expect("the file can be read");
    let documents = yaml_serde::Deserializer::from_str(&text);
    documents.map(|document| Value::deserialize(document).expect("YAML")).collect()
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().map(|item| item.as_str().expect("text")).collect()
}

#[test]
fn the_kubernetes_job_is_indexed_and_each_index_is_a_shard() {
    let documents = documents("cluster/kubernetes.yaml");
    let [shards, merge] = &documents[..] else { panic!("{} documents", documents.len()) };
    for job in [shards, merge] {
        assert_eq!((&job["apiVersion"], &job["kind"]), (&"batch/v1".into(), &"Job".into()));
        assert!(job["metadata"]["labels"]["step"].is_string());
        let pod = &job["spec"]["template"]["spec"];
        // What Indexed Jobs and pod failure policies ask for.
        assert_eq!(pod["restartPolicy"], "Never");
        let mounts = &pod["containers"][0]["volumeMounts"][0];
        assert_eq!(mounts["name"], pod["volumes"][0]["name"]);
        assert_eq!(pod["containers"].as_array().map(Vec::len), Some(1));
    }
    let spec = &shards["spec"];
    assert_eq!(spec["completionMode"], "Indexed");
    assert!(spec["backoffLimitPerIndex"].is_u64());
    let container = &spec["template"]["spec"]["containers"][0];
    let args = texts(&container["args"]);
    assert_eq!(Some(args[0]), spec["completions"].as_u64().map(|of| of.to_string()).as_deref());
    assert_eq!(
        spec["podFailurePolicy"]["rules"][0]["onExitCodes"]["containerName"],
        container["name"]
    );
    assert!(texts(&container["command"]).iter().any(|word| word.starts_with("shard.sh")));
    let merge = texts(&merge["spec"]["template"]["spec"]["containers"][0]["command"]);
    assert_eq!(merge, ["merge.sh", args[1]]);
    // The flags are those of a run.
    let folder = tempfile::tempdir().expect("a folder");
    let mut run = Command::new(env!("CARGO_BIN_EXE_harness"));
    let flags = args[2..].iter().map(|&flag| if flag == "4000" { "4" } else { flag });
    let output = run.args(flags).current_dir(&folder).args(["--out", "run"]).output();
    assert!(output.expect("the program starts").status.success());
}

#[test]
fn the_workflow_plays_every_shard_and_merges_them() {
    let workflow = &documents("../.github/workflows/shards.yml")[0];
    let jobs = &workflow["jobs"];
    let numbers = jobs["shard"]["strategy"]["matrix"]["shard"].as_array().expect("a matrix");
    assert!(numbers.iter().filter_map(Value::as_u64).eq(1..=numbers.len() as u64));
    let steps = jobs["shard"]["steps"].as_array().expect("steps");
    let of = format!("--shard ${{{{ matrix.shard }}}}/{}", numbers.len());
    let plays = |step: &&Value| step["run"].as_str().is_some_and(|run| run.contains(&of));
    assert_eq!(steps.iter().filter(plays).count(), 1);
    assert_eq!(jobs["shard"]["needs"], "build");
    assert_eq!(jobs["merge"]["needs"], "shard");
    let merge = jobs["merge"]["steps"].to_string();
    assert!(merge.contains("merge shard-* --out merged"), "{merge}");
}

#[cfg(unix)]
#[test]
fn the_scripts_play_shards_go_on_with_them_and_merge_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let flags = "--games 40 --seats 2,3 --bots random,forward --arm 2 --seed 3 --quiet";
    let call = |program: &Path, args: &str, variables: &[(&str, &str)]| {
        let mut command = Command::new(program);
        command.args(args.split_whitespace()).current_dir(&folder);
        command.env("HARNESS", env!("CARGO_BIN_EXE_harness")).envs(variables.iter().copied());
        let output = command.output().expect("it starts");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let script = |name: &str| file("cluster").join(name);
    let shard = |variables: &[(&str, &str)]| {
        fs::create_dir_all(folder.path().join("runs")).expect("a folder");
        call(&script("shard.sh"), &format!("3 runs {flags}"), variables)
    };
    // Slurm and GNU parallel count from 1, Kubernetes from 0.
    assert_eq!(shard(&[("JOB_COMPLETION_INDEX", "0")]), (Some(0), String::new()));
    assert_eq!(shard(&[("SLURM_ARRAY_TASK_ID", "2")]).0, Some(0));
    let merge = || call(&script("merge.sh"), "runs", &[]);
    let (code, error) = merge();
    assert!(code == Some(3) && error.contains("shard 3/3 is missing"), "{error}");
    // What was killed before it had begun.
    fs::create_dir(folder.path().join("runs/shard-3-of-3")).expect("a folder");
    fs::write(folder.path().join("runs/shard-3-of-3/run.json.tmp"), "{").expect("a file");
    assert_eq!(shard(&[("SHARD", "3")]).0, Some(0));
    // A task that is run again has nothing left to do.
    assert_eq!(shard(&[("SHARD", "3")]).0, Some(0));
    assert_eq!(fs::read(folder.path().join("runs/shard-3-of-3.exit")).expect("a file"), b"0\n");
    assert_eq!(shard(&[("SHARD", "4")]).0, Some(2));
    fs::remove_file(folder.path().join("runs/shard-4-of-3.exit")).expect("a file");
    assert_eq!(merge().0, Some(0));
    let whole = Path::new(env!("CARGO_BIN_EXE_harness"));
    assert_eq!(call(whole, &format!("{flags} --out whole"), &[]).0, Some(0));
    let rows = |run: &str| fs::read(folder.path().join(run).join("games.csv")).expect("rows");
    assert!(rows("runs/merged") == rows("whole"));
    assert_ne!(shard(&[]).0, Some(0), "which one?");
}
