"""The MuJoCo and Drake adapters against the records that the solvers themselves make of the same pairs.

usage: solvers_test.py PROGRAM: the program examples/adapters/adapters. A solver that is not installed is left out with
a line that says so; with none of them the test counts as skipped (exit status 77).
"""

import json
import subprocess
import sys

SKIPPED = 77


def close(ours, theirs, tolerance, what):
    worst = max(abs(a - b) for a, b in zip(ours, theirs, strict=True))
    if not worst <= tolerance:
        raise AssertionError(f"{what}: Abut {ours}, solver {list(theirs)}: apart by {worst}, allowed {tolerance}")


def dot(u, v):
    return sum(a * b for a, b in zip(u, v, strict=True))


def minus(u, v):
    return [a - b for a, b in zip(u, v, strict=True)]


def both_bricks(pair):
    """Two parallel faces: every point of where they meet is a deepest one, only its place along the normal counts."""
    return "half" in pair["a"] and "half" in pair["b"]


def check_mujoco(mujoco, pair):
    def geom(name, body):
        at = " ".join(map(str, body["position"]))
        q = " ".join(map(str, body["quaternion"]))
        if "half" in body:
            shape = f'type="box" size="{" ".join(map(str, body["half"]))}"'
        else:
            shape = f'type="sphere" size="{body["radius"][0]}"'
        return f'<body name="{name}" pos="{at}" quat="{q}"><freejoint/><geom name="{name}" margin="0.5" {shape}/></body>'

    world = geom("a", pair["a"]) + geom("b", pair["b"])
    model = mujoco.MjModel.from_xml_string(f"<mujoco><worldbody>{world}</worldbody></mujoco>")
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    a = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_GEOM, "a")
    ours = pair["mujoco"]
    assert data.ncon > 0, "MuJoCo finds no contact"
    contact = min((data.contact[i] for i in range(data.ncon)), key=lambda c: c.dist)
    # MuJoCo orders a pair by the kinds of its geoms; the record of the swapped pair has the opposite normal.
    sign = 1 if contact.geom[0] == a else -1
    close(ours["dist"], [contact.dist], 1e-5, "dist")
    normal = ours["frame"][:3]
    close(normal, [sign * float(x) for x in contact.frame[:3]], 1e-4, "normal")
    if both_bricks(pair):
        close([dot(minus(ours["pos"], contact.pos), normal)], [0], 1e-5, "pos along the normal")
    else:
        close(ours["pos"], contact.pos, 1e-4, "pos")
    s, t = [float(x) for x in contact.frame[3:6]], [float(x) for x in contact.frame[6:9]]
    n = [float(x) for x in contact.frame[:3]]
    turned = [n[1] * s[2] - n[2] * s[1], n[2] * s[0] - n[0] * s[2], n[0] * s[1] - n[1] * s[0]]
    close(turned, t, 1e-9, "MuJoCo's frame is normal, tangent, normal x tangent")


def check_drake(_, pair):
    import numpy
    from pydrake import geometry, math as drake_math
    from pydrake.common.eigen_geometry import Quaternion

    def add(scene, source, body, name):
        shape = (
            geometry.Box(*(2 * h for h in body["half"])) if "half" in body else geometry.Sphere(body["radius"][0])
        )
        rotation = drake_math.RotationMatrix(Quaternion(numpy.array(body["quaternion"])))
        pose = drake_math.RigidTransform(rotation, numpy.array(body["position"]))
        frame = scene.RegisterFrame(source, geometry.GeometryFrame(name))
        instance = geometry.GeometryInstance(drake_math.RigidTransform(), shape, name)
        instance.set_proximity_properties(geometry.ProximityProperties())
        return scene.RegisterGeometry(source, frame, instance), frame, pose

    scene = geometry.SceneGraph()
    source = scene.RegisterSource("test")
    a, frame_a, pose_a = add(scene, source, pair["a"], "a")
    b, frame_b, pose_b = add(scene, source, pair["b"], "b")
    context = scene.CreateDefaultContext()
    poses = geometry.FramePoseVector()
    poses.set_value(frame_a, pose_a)
    poses.set_value(frame_b, pose_b)
    scene.get_source_pose_port(source).FixValue(context, poses)
    query = scene.get_query_output_port().Eval(context)

    distance = query.ComputeSignedDistancePairClosestPoints(a, b)
    sign = 1 if distance.id_A == a else -1
    ours = pair["drake_distance"]
    close(ours["distance"], [distance.distance], 1e-4, "signed distance")
    close(ours["nhat_BA_W"], [sign * float(x) for x in distance.nhat_BA_W], 1e-3, "nhat_BA_W of the signed distance")
    theirs_a, theirs_b = (distance.p_ACa, distance.p_BCb) if sign == 1 else (distance.p_BCb, distance.p_ACa)
    if not both_bricks(pair):
        close(ours["p_ACa"], theirs_a, 1e-3, "p_ACa")
        close(ours["p_BCb"], theirs_b, 1e-3, "p_BCb")

    points = query.ComputePointPairPenetration()
    assert len(points) == (1 if "drake" in pair else 0), f"Drake has {len(points)} point pairs"
    if not points:
        return
    point, ours = points[0], pair["drake"]
    sign = 1 if point.id_A == a else -1
    close(ours["depth"], [point.depth], 1e-4, "depth")
    close(ours["nhat_BA_W"], [sign * float(x) for x in point.nhat_BA_W], 1e-3, "nhat_BA_W")
    theirs_a, theirs_b = (point.p_WCa, point.p_WCb) if sign == 1 else (point.p_WCb, point.p_WCa)
    if both_bricks(pair):
        close([dot(minus(ours["p_WCa"], theirs_a), ours["nhat_BA_W"])], [0], 1e-3, "p_WCa along the normal")
    else:
        close(ours["p_WCa"], theirs_a, 1e-3, "p_WCa")
        close(ours["p_WCb"], theirs_b, 1e-3, "p_WCb")


def main():
    pairs = json.loads(subprocess.run([sys.argv[1], "--json"], check=True, capture_output=True, text=True).stdout)
    checks = {"mujoco": check_mujoco, "pydrake": check_drake}
    done = failed = 0
    for name, check in checks.items():
        try:
            module = __import__(name)
        except ImportError:
            print(f"adapters: {name} is not installed, its records are not compared")
            continue
        for pair in pairs:
            try:
                check(module, pair)
                done += 1
            except AssertionError as error:
                failed += 1
                print(f"{name}, {pair['name']}: {error}")
    print(f"{done} pairs agree, {failed} do not")
    return 1 if failed else 0 if done else SKIPPED


sys.exit(main())
