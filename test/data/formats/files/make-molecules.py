"""
Writes a molecule as XYZ and as PDB by ASE 3.22 (python3-ase of Debian), and what ASE reads in them.

Colours are those of Jmol, which ASE has as fractions.
"""
import json
from pathlib import Path

import numpy as np
from ase.build import molecule
from ase.data import chemical_symbols
from ase.data.colors import jmol_colors
from ase.io import read

folder = Path(__file__).parent
for name in ['ethanol.xyz', 'ethanol.pdb']:
    molecule('CH3CH2OH').write(folder / name)
    atoms = read(folder / name)
    points = np.asarray(atoms.positions, np.float32)
    colors = np.rint(255 * jmol_colors[atoms.numbers]).astype(int)
    kinds = [(int(number), jmol_colors[number]) for number in sorted(set(atoms.numbers))]
    expected = {
        'type': 'point_cloud',
        'unit': 'Å',
        'valueName': 'element',
        'points': [float(part) for part in points.ravel()],
        'colors': [int(part) for part in colors.ravel()],
        'scalars': [int(number) for number in atoms.numbers],
        'labels': [
            {'value': n, 'name': chemical_symbols[n], 'color': np.rint(255 * color).astype(int).tolist()}
            for n, color in kinds
        ],
    }
    (folder / f'{name}.json').write_text(json.dumps(expected, ensure_ascii=False) + '\n')
