/**
 * The colormaps by name. A colormap maps a fraction from 0 to 1 to a colour.
 *
 * Each is given by colours at equal distances, interpolated linearly in sRGB. Those of 52 colours are every
 * fifth entry of the published table of 256, from which no channel differs by more than 4 of 255 (cividis,
 * whose blue has a corner; 3 for twilight, at most 2 for all others).
 */

import type { Result, VolumeResult } from '../domain/result/result.ts'
import { keysOf } from '../values/keys-of.ts'

/**
 * sRGB, two hexadecimal digits a channel. Sources: viridis, magma, inferno, plasma by van der Walt and Smith
 * (CC0); cividis by Nuñez, Anderton, Renslow (PLoS ONE 13(7), 2018); turbo by Mikhailov (2019); coolwarm by
 * Moreland (2009); icefire by Waskom (seaborn); twilight by Bechtold (2018), which ends as it begins.
 */
const anchors = {
  viridis: [
    '44015446085c471063481769481d6f482475472a7a46307e453781433d844142873f48893d4e8a',
    '3a538b38598c355e8d33638d31688e2e6d8e2c718e2a768e297b8e27808e25848e23898e218e8d',
    '20928c1f978b1e9c891fa18821a58524aa8328ae802eb37c35b7793dbc7446c06f50c46a5ac864',
    '65cb5e70cf577cd25089d54895d840a2da37b0dd2fbddf26cae11fd8e219e5e419f1e51dfde725',
  ],
  magma: [
    '00000402020b0504160907200e0b2b140e361a104221114e29115a311165390f6e420f754a1079',
    '52137c5a167e6219806a1c81721f81792282812581892881912b81992d80a1307eaa337db2357b',
    'ba3878c23b75ca3e72d2426fd9466be04c67e75263ec5860f1605df4695cf7725cf97b5dfb8560',
    'fc8e64fd9869fea16efeaa74feb47bfebd82fec68afecf92fed89afde2a3fdebacfcf4b6fcfdbf',
  ],
  inferno: [
    '00000402020c0504170a072210092d160b391e0c45260c512f0a5b380962400a67490b6a510e6c',
    '59106e61136e69166e71196e781c6d801f6c88226a902568982766a02a63a82e5fb0315bb73557',
    'bf3952c63d4dcc4248d34743d94d3ddf5337e45a31e9612bed6925f1711ff47918f78212f98b0b',
    'fa9407fb9d07fca60cfcb014fbba1ffac42af8cd37f6d746f4e156f2ea69f2f27df5f992fcffa4',
  ],
  plasma: [
    '0d08871b068d2605912f059638049a41049d4903a05102a35901a56100a76900a87100a87801a8',
    '8004a88707a68e0ca49511a19c179ea21d9aa82296ae2892b42e8dba3388bf3984c43e7fc9447a',
    'cd4a76d24f71d6556dda5b69de6164e26660e66c5ce97257ed7953f07f4ff3854bf58c46f79342',
    'f99a3efba139fca835fdaf31feb72dfebe2afdc627fcce25fbd724f8df25f6e826f3f027f0f921',
  ],
  cividis: [
    '00224e002656002a5f002d68003070083370163770203a6f273e6e2e416d34456c3a486c3f4c6c',
    '444f6c49536c4e566c535a6d575d6d5c616e60646f656870696b716d6f727272747676767a7a78',
    '7e7d788381798885788d8878928c789690779b9476a09875a59c74aaa073afa471b5a86fbaac6d',
    'bfb06bc4b468c9b965cfbd62d4c15fdac65bdfca57e5cf52ead34cf0d846f6dd3ffce236fee838',
  ],
  grey: ['000000', 'ffffff'],
  turbo: [
    '30123b36215f3b2f803f3e9c424bb54559cb4666dd4773eb4680f6458cfd4099ff38a5fb2fb2f4',
    '27bee91fc9dd1ad4d018ddc21ae4b622ebaa2ff19b3ff68a52fa7a65fd6979fe598bff4b9cfe40',
    'a9fb39b7f735c3f134d0ea34dbe236e5d938eecf3af5c53afaba39fdae35fea130fe932afc8423',
    'f9751df46617ef5811e84b0ce14109d83706ce2d04c32503b71d02a916019b0f018b09027a0403',
  ],
  coolwarm: [
    '3b4cc04055c8465ecf4c66d6536edd5977e35f7fe86687ed6c8ff17396f57a9df881a4fb88abfd',
    '8fb1fe96b7ff9dbdffa3c2feaac7fdb1cbfcb7cff9bed2f6c4d5f3cad8efcfdaead5dbe5dadce0',
    'dfdbd9e4d9d2e9d5cbedd2c3f0cdbbf2c9b4f5c4acf6bea4f7b89cf7b194f7aa8cf6a385f59c7d',
    'f39475f08b6eed8366e97a5fe57058e16751dc5d4ad65244d0473dca3b37c32e31bb1b2cb40426',
  ],
  icefire: [
    'bde7dbafddd7a1d3d493cad184c1cf75b8ce65afcd58a5cd4c9ccd4192ce3987cf377cd03b71cd',
    '4265c5475ab94a50a94849964442823e3c7038365f3230502c2b4227263623222d2020251f1e20',
    '211e1e271e1f2f1f2239212643232a4f26305c29356a2b3a782c3f872d42962e44a52f44b33341',
    'c0393dcc4139d54b35de5733e56433ea7238ee8142f18f51f49d63f7ab75fab887fcc69affd4ac',
  ],
  twilight: [
    'e2d9e2dcd9dfd2d5dbc5cfd5b6c8cfa7c0cb99b8c88cafc580a5c3779dc26e92c06888be647dbc',
    '6172ba6067b65f5bb25e4fac5e43a55c389d5a2b905621824f19724714613f125137114432123a',
    '3312373a113a43123e4f14445c1749691a4d761f4f8325508e2c50983550a03e50a94950b15452',
    'b75f55bc6b59c1775fc58468c89073ca9c80cda88fd1b4a0d5bfb1d9c9c2ddd1d1e0d7dbe2d9e2',
  ],
} as const

/** The name of a colormap. */
export type ColormapName = keyof typeof anchors

/** Every colormap, in the order of the menu: those of growing lightness, rainbow, diverging, cyclic. */
export const colormapNames: readonly ColormapName[] = keysOf(anchors)

/** Returns the chosen colormap, else grey for integers in a grid, as in scans, and colours for others. */
export function chooseColormap(
  chosen: ColormapName | null,
  result: Result | Pick<VolumeResult, 'dtype'>,
): ColormapName {
  if (chosen) return chosen
  const isCounted = 'dtype' in result && result.dtype.includes('int')
  return isCounted ? 'grey' : 'viridis'
}

/** Number of colours that {@link sampleColormap} returns. */
export const colormapSize = 256

/** Returns 256 colours from the fraction 0 to 1, or from 1 to 0 when inverted, as four sRGB bytes each. */
export function sampleColormap(name: ColormapName, isInverted: boolean): Uint8Array<ArrayBuffer> {
  const hex = anchors[name].join('')
  const last = hex.length / 6 - 1
  const colors = new Uint8Array(colormapSize * 4)
  for (let i = 0; i < colormapSize; i++) {
    const at = (last * (isInverted ? colormapSize - 1 - i : i)) / (colormapSize - 1)
    const below = Math.min(Math.floor(at), last - 1)
    for (let channel = 0; channel < 3; channel++) {
      const from = readByte(hex, below * 3 + channel)
      const to = readByte(hex, (below + 1) * 3 + channel)
      colors[i * 4 + channel] = Math.round(from + (to - from) * (at - below))
    }
    colors[i * 4 + 3] = 255
  }
  return colors
}

function readByte(hex: string, index: number): number {
  return Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16)
}
