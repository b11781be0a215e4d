"""ci/kubernetes: the manifests are what the API takes, and their commands, run
as the cluster would run them, make the report of one scan."""

import json
import os
import subprocess
import unittest

import harness
import peers
from tokens import TokenMaker

try:
    import yaml
except ImportError:
    yaml = None

# Checks a job by the API's own schema.
VALIDATE = """import json, sys, kubernetes_validate as api
api.validate(json.load(sys.stdin), api.latest_version(), strict=True)"""

FOLDER = harness.REPOSITORY / "ci/kubernetes"
MANIFESTS = sorted(FOLDER.glob("*.yaml"))


def manifest(name):
    return yaml.safe_load((FOLDER / name).read_text())


def container(job):
    only, = job["spec"]["template"]["spec"]["containers"]
    return only


def variables(job) -> dict:
    return {one["name"]: one["value"] for one in container(job)["env"]
            if "value" in one}


@unittest.skipIf(yaml is None, "not installed: python3-yaml")
class Manifests(harness.CliTest):

    def test_there_are_manifests(self):
        self.assertEqual([path.name for path in MANIFESTS],
                         ["merge.yaml", "scan.yaml"])

    @unittest.skipUnless(peers.has("kubernetes_validate"),
                         "not installed: kubernetes-validate of PyPI "
                         "(tests/support/install_tools)")
    def test_the_api_takes_them(self):
        def errors(job):
            # It needs a newer jsonschema than Debian's.
            return subprocess.run(
                [peers.PYTHON, "-c", VALIDATE], input=json.dumps(job),
                capture_output=True, text=True, check=False).stderr
        for path in MANIFESTS:
            job = manifest(path.name)
            self.assertEqual(errors(job), "")
            del job["spec"]["template"]["spec"]["containers"][0]["name"]
            self.assertIn("ValidationError", errors(job))

    def test_the_number_of_shards_is_the_same_everywhere(self):
        scan, merge = manifest("scan.yaml"), manifest("merge.yaml")
        count = scan["spec"]["completions"]
        self.assertEqual(scan["spec"]["completionMode"], "Indexed")
        self.assertEqual(variables(scan)["SHARDS"], str(count))
        self.assertEqual(variables(merge)["SHARDS"], str(count))

    def test_a_pod_may_do_little(self):
        for path in MANIFESTS:
            spec = manifest(path.name)["spec"]["template"]["spec"]
            pod = spec["securityContext"]
            self.assertTrue(pod["runAsNonRoot"])
            self.assertEqual(pod["seccompProfile"], {"type": "RuntimeDefault"})
            self.assertFalse(spec["automountServiceAccountToken"])
            own = container(manifest(path.name))
            self.assertEqual(own["securityContext"], {
                "allowPrivilegeEscalation": False,
                "readOnlyRootFilesystem": True,
                "capabilities": {"drop": ["ALL"]}})
            self.assertIn("memory", own["resources"]["limits"])
            # Each mount is of a volume that is there.
            self.assertLessEqual({m["name"] for m in own["volumeMounts"]},
                                 {v["name"] for v in spec["volumes"]})

    def test_codes_that_mean_something_are_not_tried_again(self):
        def of(name):
            return {code: rule["action"]
                    for rule in manifest(name)["spec"]["podFailurePolicy"]
                    ["rules"] if "onExitCodes" in rule
                    for code in rule["onExitCodes"]["values"]}
        self.assertEqual(of("scan.yaml"), {2: "FailJob"})
        self.assertEqual(of("merge.yaml"),
                         {1: "FailJob", 2: "FailJob", 3: "FailJob"})


class WithoutACluster(harness.CliTest):
    """The commands of the manifests, in processes, on folders."""

    def pod(self, job, **changes):
        """Runs a pod's command, with folders for its volumes."""
        own = container(job)
        env = harness.environment(**dict(
            variables(job), PATH=f"{self.tmp}/bin:{os.environ['PATH']}",
            SOURCE=str(self.tmp / "source"),
            REPORTS=str(self.tmp / "reports"), TMPDIR=str(self.tmp / "t"),
            **changes))
        return subprocess.Popen(own["command"] + own["args"], env=env, cwd="/",
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run_all(self):
        """The codes of the shards' pods, and that of the merge."""
        for name in ("bin", "reports", "t"):
            (self.tmp / name).mkdir(exist_ok=True)
        link = self.tmp / "bin/sluice"
        if not link.exists():
            link.symlink_to(harness.binary())
        scan = manifest("scan.yaml")
        pods = [self.pod(scan, JOB_COMPLETION_INDEX=str(i),
                         SLUICE_SHARD_KEY="of these tests")
                for i in range(scan["spec"]["completions"])]
        codes = []
        for pod in pods:
            pod.communicate(timeout=harness.TIMEOUT_S)
            codes.append(pod.returncode)
        merge = self.pod(manifest("merge.yaml"))
        merge.communicate(timeout=harness.TIMEOUT_S)
        return codes, merge.returncode

    def whole(self, form):
        return harness.run(self.tmp / "source", "-f", form, cwd="/")

    def test_the_steps_make_the_report_of_one_scan(self):
        make = TokenMaker(40)
        for i in range(50):
            self.write(f"source/{i % 7}/{i}.py",
                       f"k = '{make.any()}'\n".encode())
        codes, merged = self.run_all()
        self.assertEqual(set(codes), {0})
        self.assertEqual(merged, 1)
        for form in ("json", "html"):
            self.assertEqual((self.tmp / f"reports/scan.{form}").read_bytes(),
                             self.whole(form).stdout)

    def test_nothing_found(self):
        self.write("source/a", b"nothing\n")
        self.assertEqual(self.run_all(), ([0] * 8, 0))
        self.assertIn(b'"files_scanned": 1',
                      (self.tmp / "reports/scan.json").read_bytes())

    def test_a_pod_that_is_lost(self):
        for i in range(30):
            self.write(f"source/{i}", b"nothing\n")
        self.run_all()
        (self.tmp / "reports/shard-3-of-8.json").unlink()
        merge = self.pod(manifest("merge.yaml"))
        merge.communicate(timeout=harness.TIMEOUT_S)
        self.assertEqual(merge.returncode, 3)
        self.assertIn(b"shard of 8 is missing: 3",
                      (self.tmp / "reports/scan.json").read_bytes())

    def test_a_volume_that_is_not_there(self):
        codes, merged = self.run_all()
        self.assertEqual(set(codes), {2})
        self.assertEqual(merged, 2)


if __name__ == "__main__":
    unittest.main()
