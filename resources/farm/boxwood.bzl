"""A rule that checks one mesh in a warm worker: load(":boxwood.bzl", "boxwood_check")."""

def _boxwood_check_impl(ctx):
    report = ctx.actions.declare_file(ctx.label.name + ".json")
    arguments = ctx.actions.args()
    arguments.use_param_file("@%s", use_always = True)
    arguments.set_param_file_format("multiline")
    arguments.add("check")
    arguments.add(ctx.file.src)
    arguments.add("--json")
    arguments.add("--output", report)
    if ctx.file.budget:
        arguments.add("--budget", ctx.file.budget)
    ctx.actions.run(
        executable = ctx.executable.boxwood,
        arguments = ["worker", arguments],
        inputs = [ctx.file.src] + ctx.files.side_files + ctx.files.budget,
        outputs = [report],
        mnemonic = "BoxwoodCheck",
        progress_message = "Checking %{label}",
        execution_requirements = {
            "requires-worker-protocol": "json",
            "supports-multiplex-workers": "1",
            "supports-worker-cancellation": "1",
            "supports-workers": "1",
        },
    )
    return [DefaultInfo(files = depset([report]))]

boxwood_check = rule(
    implementation = _boxwood_check_impl,
    doc = "Checks a mesh, and writes the report NAME.json. A mesh over its budget fails the build.",
    attrs = {
        "boxwood": attr.label(default = "@npm//boxwood/bin:boxwood", executable = True, cfg = "exec"),
        "budget": attr.label(allow_single_file = [".json"], doc = "Allowed findings. Without it the target never fails."),
        "side_files": attr.label_list(allow_files = True, doc = "Buffers, materials and layers that the mesh refers to."),
        "src": attr.label(allow_single_file = True, mandatory = True, doc = "The mesh."),
    },
)
