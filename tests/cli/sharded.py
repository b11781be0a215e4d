"""Scans in shards, and their merge, for tests."""

import os

import harness


def shards(count: int, folder, form: str, *arguments, **options) -> list:
    """Runs `sluice ARGUMENTS --shard K/N -f FORM` for each K; returns the
    outcomes. Reports go to `folder`, as K.FORM."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o777)  # for whoever runs them
    return [harness.run(*arguments, "--shard", f"{k}/{count}", "-f", form,
                        "-o", folder / f"{k}.{form}", **options)
            for k in range(1, count + 1)]


def reports(folder, form: str) -> list:
    """The reports of shards(), by their numbers."""
    return sorted(folder.glob(f"*.{form}"), key=lambda p: int(p.stem))


def merge(paths, form: str, *arguments, **options):
    return harness.run("report", "merge", *map(os.fspath, paths), "-f", form,
                       *arguments, **options)
