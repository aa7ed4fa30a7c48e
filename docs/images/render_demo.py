#!/usr/bin/env python3
"""Renders the picture of the README: grains that have fallen into a box and come to rest, and their contacts.

Needs the Python package vtk (pip install vtk); no display. The packing is that of the demo:

    dem grains --bodies 200 --seconds 2 --filled 0.5 --interval 0.05 --concavity 0.1 --frames 1 --out packing
    abut detect packing/scene.json --out packing/contacts
    python3 docs/images/render_demo.py packing/bodies_*.vtp packing/contacts/contacts.vtp docs/images/demo.png
"""
import argparse
import colorsys
import pathlib

import vtk

# From the middle of the box to the camera.
VIEW = (0.25, -1.0, 0.32)
WIDTH, HEIGHT = 840, 520
# Grains whose middle lies to the right of the middle of the box are drawn as glass, so that contacts are seen.
GLASS = 0.08


def read(path):
    reader = vtk.vtkXMLPolyDataReader()
    reader.SetFileName(str(path))
    reader.Update()
    return reader.GetOutput()


def middle(bounds):
    return [(bounds[2 * i] + bounds[2 * i + 1]) / 2 for i in range(3)]


def muted(body):
    """A colour of sand for a body: the same in every run."""
    mix = (body * 2654435761) % 2**32 / 2**32
    hue = 0.06 + 0.07 * mix
    return [round(255 * c) for c in colorsys.hsv_to_rgb(hue, 0.18 + 0.2 * ((mix * 7) % 1), 0.62 + 0.3 * ((mix * 13) % 1))]


def split(bodies, centre):
    """Colours the cells by body, and gives the cells of the left and of the right half."""
    ids = bodies.GetCellData().GetArray("body")
    cells = {}
    for cell in range(bodies.GetNumberOfCells()):
        cells.setdefault(int(ids.GetValue(cell)), []).append(cell)
    halves = vtk.vtkIdTypeArray(), vtk.vtkIdTypeArray()
    colours = vtk.vtkUnsignedCharArray()
    colours.SetNumberOfComponents(3)
    colours.SetName("colour")
    colours.SetNumberOfTuples(bodies.GetNumberOfCells())
    for body, members in cells.items():
        corners = [bodies.GetPoint(bodies.GetCell(cell).GetPointId(0))[0] for cell in members]
        right = sum(corners) / len(corners) > centre[0]
        for cell in members:
            colours.SetTuple3(cell, *muted(body))
            halves[right].InsertNextValue(cell)
    bodies.GetCellData().AddArray(colours)
    return halves


def grains_actor(bodies, kept, opacity):
    node = vtk.vtkSelectionNode()
    node.SetFieldType(vtk.vtkSelectionNode.CELL)
    node.SetContentType(vtk.vtkSelectionNode.INDICES)
    node.SetSelectionList(kept)
    selection = vtk.vtkSelection()
    selection.AddNode(node)
    extract = vtk.vtkExtractSelection()
    extract.SetInputData(0, bodies)
    extract.SetInputData(1, selection)
    surface = vtk.vtkGeometryFilter()
    surface.SetInputConnection(extract.GetOutputPort())
    normals = vtk.vtkPolyDataNormals()
    normals.SetInputConnection(surface.GetOutputPort())
    normals.SetFeatureAngle(35)
    mapper = vtk.vtkPolyDataMapper()
    mapper.SetInputConnection(normals.GetOutputPort())
    mapper.SetScalarModeToUseCellFieldData()
    mapper.SelectColorArray("colour")
    mapper.SetColorModeToDirectScalars()
    actor = vtk.vtkActor()
    actor.SetMapper(mapper)
    actor.GetProperty().SetSpecular(0.1)
    actor.GetProperty().SetAmbient(0.15)
    actor.GetProperty().SetOpacity(opacity)
    return actor


def contacts_actor(contacts, radius):
    """A ball at each contact point, coloured by depth."""
    separation = contacts.GetPointData().GetArray("separation")
    points = vtk.vtkPoints()
    depth = vtk.vtkFloatArray()
    depth.SetName("depth")
    deepest = 0.0
    for i in range(contacts.GetNumberOfPoints()):
        point = contacts.GetPoint(i)
        value = max(0.0, -1000 * separation.GetValue(i))  # mm
        points.InsertNextPoint(point)
        depth.InsertNextValue(value)
        deepest = max(deepest, value)
    data = vtk.vtkPolyData()
    data.SetPoints(points)
    data.GetPointData().SetScalars(depth)
    ball = vtk.vtkSphereSource()
    ball.SetRadius(radius)
    ball.SetThetaResolution(16)
    ball.SetPhiResolution(12)
    glyph = vtk.vtkGlyph3D()
    glyph.SetInputData(data)
    glyph.SetSourceConnection(ball.GetOutputPort())
    glyph.ScalingOff()
    table = vtk.vtkColorTransferFunction()
    for part, colour in ((0, (0.10, 0.35, 0.80)), (0.4, (0.20, 0.75, 0.75)), (0.7, (1.0, 0.80, 0.15)),
                         (1, (0.85, 0.10, 0.10))):
        table.AddRGBPoint(part * deepest, *colour)
    mapper = vtk.vtkPolyDataMapper()
    mapper.SetInputConnection(glyph.GetOutputPort())
    mapper.SetLookupTable(table)
    mapper.SetScalarRange(0, deepest)
    actor = vtk.vtkActor()
    actor.SetMapper(mapper)
    actor.GetProperty().SetAmbient(0.3)
    bar = vtk.vtkScalarBarActor()
    bar.SetLookupTable(table)
    bar.SetTitle("depth, mm\n")
    bar.SetNumberOfLabels(4)
    bar.SetLabelFormat("{:.2f}" if vtk.vtkVersion().GetVTKMajorVersion() >= 9 and
                       vtk.vtkVersion().GetVTKMinorVersion() >= 6 else "%.2f")
    bar.SetUnconstrainedFontSize(True)
    for text in (bar.GetTitleTextProperty(), bar.GetLabelTextProperty()):
        text.SetColor(0.15, 0.15, 0.15)
        text.SetFontSize(17)
        text.BoldOff()
        text.ItalicOff()
        text.ShadowOff()
    bar.SetPosition(0.87, 0.08)
    bar.SetWidth(0.08)
    bar.SetHeight(0.42)
    return actor, bar


def main():
    parser = argparse.ArgumentParser(description="Renders a frame of `dem` and the contacts that `abut detect` finds.")
    parser.add_argument("bodies", type=pathlib.Path)
    parser.add_argument("contacts", type=pathlib.Path)
    parser.add_argument("image", type=pathlib.Path)
    arguments = parser.parse_args()
    bodies = read(arguments.bodies)
    contacts = read(arguments.contacts)
    bounds = bodies.GetBounds()
    centre = middle(bounds)
    side = max(bounds[2 * i + 1] - bounds[2 * i] for i in range(3))

    renderer = vtk.vtkRenderer()
    renderer.SetBackground(1, 1, 1)
    renderer.SetUseDepthPeeling(1)
    renderer.SetMaximumNumberOfPeels(30)
    for cells, opacity in zip(split(bodies, centre), (1, GLASS)):
        renderer.AddActor(grains_actor(bodies, cells, opacity))
    points, bar = contacts_actor(contacts, 0.009 * side)
    renderer.AddActor(points)
    renderer.AddViewProp(bar)
    camera = renderer.GetActiveCamera()
    camera.SetFocalPoint(centre[0] + 0.08 * side, centre[1], centre[2] + 0.04 * side)
    camera.SetPosition(*[c + v * side for c, v in zip(centre, VIEW)])
    camera.SetViewUp(0, 0, 1)
    renderer.ResetCamera()
    camera.Zoom(1.7)

    window = vtk.vtkRenderWindow()
    window.SetOffScreenRendering(1)
    window.SetMultiSamples(0)
    window.SetAlphaBitPlanes(1)
    renderer.UseFXAAOn()
    window.SetSize(WIDTH, HEIGHT)
    window.AddRenderer(renderer)
    window.Render()
    grab = vtk.vtkWindowToImageFilter()
    grab.SetInput(window)
    grab.ReadFrontBufferOff()
    # Few colours compress well, and look the same.
    quantize = vtk.vtkImageQuantizeRGBToIndex()
    quantize.SetInputConnection(grab.GetOutputPort())
    quantize.SetNumberOfColors(128)
    quantize.Update()
    colours = vtk.vtkImageMapToColors()
    colours.SetInputConnection(quantize.GetOutputPort())
    colours.SetLookupTable(quantize.GetLookupTable())
    colours.SetOutputFormatToRGB()
    writer = vtk.vtkPNGWriter()
    writer.SetCompressionLevel(9)
    writer.SetFileName(str(arguments.image))
    writer.SetInputConnection(colours.GetOutputPort())
    writer.Write()


if __name__ == "__main__":
    main()
