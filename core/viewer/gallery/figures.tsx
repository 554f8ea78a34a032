import type { JSX } from 'preact'
import type { ResultType } from '../../contract/domain/result/result.ts'

/** The name of each type. */
export const typeNames: { readonly [type in ResultType]: string } = {
  mesh: 'Mesh',
  volume: 'Volume',
  point_cloud: 'Point cloud',
  lines: 'Lines',
  arrows: 'Arrows',
  labels: 'Labels',
  image: 'Image',
  table: 'Table',
  scene: 'Scene',
}

/** The plural of each type. */
export const typePlurals: { readonly [type in ResultType]: string } = {
  mesh: 'Meshes',
  volume: 'Volumes',
  point_cloud: 'Point clouds',
  lines: 'Lines',
  arrows: 'Arrows',
  labels: 'Labels',
  image: 'Images',
  table: 'Tables',
  scene: 'Scenes',
}

const signs: { readonly [type in ResultType]: JSX.Element } = {
  mesh: <path d="M8 1.8 14.2 12.8H1.8ZM4.9 7.3h6.2L8 12.8Z" />,
  volume: <path d="M8 1.5 13.7 4.7v6.6L8 14.5 2.3 11.3V4.7ZM2.3 4.7 8 8l5.7-3.3M8 8v6.5" />,
  point_cloud: <path class="dots" d="M3 4.5h0M8 2.5h0M12.5 5h0M5.5 8h0M10 8.5h0M3 12h0M7.5 13h0M12.5 12h0" />,
  lines: (
    <path d="M1.8 12.6C5 12.6 5 4 8.2 4S11 8.4 14.2 8.4M1.8 8C4 8 4.4 2.6 7 2.2M8 13.6c2.4 0 3-2 6.2-2" />
  ),
  arrows: (
    <path d="M2 14 6.6 9.4M6.6 12.4v-3h-3M7 9l6.6-6.6M13.6 6.8V2.4H9.2M10 14l3.6-3.6M13.6 13v-2.6H11" />
  ),
  labels: <path d="M2 2.8h12v6.4H9.6L8 12.4 6.4 9.2H2ZM4.8 6h6.4M8 14.6h0" />,
  image: <path d="M2 3h12v10H2ZM2 11l3.7-4 3.2 3.4 1.8-1.8L14 11.5M10.9 6h.01" />,
  table: <path d="M2 3h12v10H2ZM2 6.4h12M2 9.7h12M6.4 3v10" />,
  scene: <path d="M8 1.8 14.2 5 8 8.2 1.8 5ZM1.8 8 8 11.2 14.2 8M1.8 11 8 14.2 14.2 11" />,
}

/** A small sign; the word beside it has the same meaning. */
export function TypeSign({ type }: { readonly type: ResultType }) {
  return (
    <svg class="type-sign" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      {signs[type]}
    </svg>
  )
}

const figures: { readonly [type in ResultType]: JSX.Element } = {
  mesh: (
    <path
      d="M60 20 96 41v38L60 100 24 79V41ZM60 20 42 50h36ZM24 41l18 9-18 29M96 41l-18 9 18 29
        M42 50l18 30 18-30M24 79l36 1 36-1M60 80v20"
    />
  ),
  volume: (
    <>
      <path d="M60 18 97 39v42L60 102 23 81V39ZM23 39l37 21 37-21M60 60v42" />
      <path
        class="faint"
        d="M35.3 32v42M47.7 25v42M84.7 32v42M72.3 25v42
          M23 53l37 21 37-21M23 67l37 21 37-21"
      />
    </>
  ),
  point_cloud: (
    <path
      class="dots"
      d="M60 20h0M44 25h0M76 26h0M31 38h0M52 36h0M68 40h0M88 37h0
        M24 55h0M41 52h0M58 53h0M79 54h0M96 56h0M27 72h0M47 69h0M66 70h0M86 73h0
        M37 87h0M55 86h0M75 88h0M60 100h0"
    />
  ),
  lines: (
    <path
      d="M20 84c18 0 22-48 42-48 16 0 16 26 38 26M20 66c16 0 18-40 38-44
        M20 98c26 0 32-34 46-34 12 0 14 16 34 16
        M48 100c14 0 16-14 26-12 10 2 12 8 26 8"
    />
  ),
  arrows: (
    <path
      d="M24 96 48 72M48 86V72H34M56 64 96 24M96 44V24H76
        M68 98l26-26M94 88V72H78M22 56l20-20M42 49V36H29"
    />
  ),
  labels: (
    <>
      <path d="M22 28h54v24H56l-7 11-7-11H22ZM32 40h34M58 68h40v20H84l-6 9-6-9H58ZM68 78h20" />
      <path class="dots" d="M49 72h0M78 104h0" />
    </>
  ),
  image: (
    <>
      <path d="M22 30h76v60H22Z" />
      <path d="M22 78l24-25 20 21 12-11 20 18" />
      <circle cx="78" cy="47" r="6" />
    </>
  ),
  table: <path d="M22 26h76v68H22ZM22 43h76M22 60h76M22 77h76M48 26v68" />,
  scene: <path d="M60 22 100 42 60 62 20 42ZM20 60 60 80 100 60M20 78 60 98 100 78" />,
}

/** The substitute for a missing picture. */
export function TypeFigure({ type }: { readonly type: ResultType }) {
  return (
    <svg class="type-figure" viewBox="0 0 120 120" aria-hidden="true">
      {figures[type]}
    </svg>
  )
}
