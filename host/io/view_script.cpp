#include "host/io/result_files.h"

namespace abut::io {

// For ParaView 5.10 or newer; nothing in it depends on the results.
std::string_view view_script() {
  return R"python("""Shows the results of `abut detect` in ParaView: bodies as instances of their shapes, and contacts by separation.

    paraview --script=FOLDER/view.py
    pvpython FOLDER/view.py PICTURE.png   without a window
"""
import os
import sys

from paraview.simple import *


def own_folder():
    """Where this script lies. A window of ParaView runs it as text, without its name; the command line may have that."""
    places = [os.path.dirname(os.path.abspath(__file__))] if "__file__" in globals() else []
    try:
        with open("/proc/self/cmdline") as file:
            words = file.read().split("\0")
    except OSError:
        words = sys.argv
    places += [os.path.dirname(os.path.abspath(word.split("=")[-1])) for word in words if word.endswith("view.py")]
    needed = ("bodies.vtp", "shapes.vtp", "contacts.vtp")
    for place in [*places, os.getcwd()]:
        if all(os.path.exists(os.path.join(place, name)) for name in needed):
            return place
    raise RuntimeError(f"{', '.join(needed)} are neither beside this script nor in {os.getcwd()}")


folder = own_folder()


def read(name):
    reader = XMLPolyDataReader(registrationName=name, FileName=[os.path.join(folder, name)])
    reader.UpdatePipeline()
    return reader


# One block for each surface, cut out of the file's arrays: points and cells of a surface lie together.
SPLIT = """
import numpy as np
from vtkmodules.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray, vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData

source = self.GetInputDataObject(0, 0)
blocks = self.GetOutputDataObject(0)
if source.GetNumberOfPoints() > 0:
    points = vtk_to_numpy(source.GetPoints().GetData())
    of_point = vtk_to_numpy(source.GetPointData().GetArray("surface"))
    of_cell = vtk_to_numpy(source.GetCellData().GetArray("surface"))
    count = int(of_point[-1]) + 1
    blocks.SetNumberOfBlocks(count)
    first_point = np.searchsorted(of_point, np.arange(count + 1))
    kinds, begin = [], 0
    for name in ("Verts", "Lines", "Polys"):
        cells = getattr(source, "Get" + name)()
        number = cells.GetNumberOfCells()
        first_cell = np.searchsorted(of_cell[begin:begin + number], np.arange(count + 1))
        begin += number
        if number > 0:
            kinds.append((name, vtk_to_numpy(cells.GetConnectivityArray()), vtk_to_numpy(cells.GetOffsetsArray()), first_cell))
    for k in range(count):
        block = vtkPolyData()
        place = vtkPoints()
        place.SetData(numpy_to_vtk(points[first_point[k]:first_point[k + 1]], deep=True))
        block.SetPoints(place)
        for name, ids, ends, first_cell in kinds:
            own = ends[first_cell[k]:first_cell[k + 1] + 1]
            cells = vtkCellArray()
            cells.SetData(numpy_to_vtkIdTypeArray((own - own[0]).astype(np.int64), deep=True),
                          numpy_to_vtkIdTypeArray((ids[own[0]:own[-1]] - first_point[k]).astype(np.int64), deep=True))
            getattr(block, "Set" + name)(cells)
        blocks.SetBlock(k, block)
"""

view = GetActiveViewOrCreate("RenderView")
bodies = read("bodies.vtp")
shapes = ProgrammableFilter(registrationName="shapes", Input=read("shapes.vtp"),
                            OutputDataSetType="vtkMultiblockDataSet", Script=SPLIT)
Hide(shapes, view)

shown = Show(bodies, view)
shown.SetRepresentationType("3D Glyphs")
shown.GlyphType = "Pipeline Connection"
shown.GlyphType.Input = shapes
shown.UseGlyphTable = 1
shown.UseCompositeGlyphTable = 1
shown.GlyphTableIndexArray = "surface"
shown.Orient = 1
shown.OrientationMode = "Quaternion"
shown.SelectOrientationVectors = "quaternion"
shown.Scaling = 1
shown.ScaleMode = "Magnitude"
shown.SelectScaleArray = "scale"
shown.ScaleFactor = 1
shown.Opacity = 0.5
ColorBy(shown, None)

contacts = read("contacts.vtp")
if contacts.GetDataInformation().GetNumberOfPoints() > 0:
    points = Show(contacts, view)
    points.PointSize = 5
    points.RenderPointsAsSpheres = 1
    ColorBy(points, ("POINTS", "separation"))
    points.SetScalarBarVisibility(view, True)

ResetCamera(view)
Render(view)
if len(sys.argv) > 1 and sys.argv[-1].endswith(".png"):
    SaveScreenshot(sys.argv[-1], view, ImageResolution=[1200, 900])
)python";
}

}  // namespace abut::io
