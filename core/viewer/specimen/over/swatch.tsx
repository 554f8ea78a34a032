import type { PartColor } from '../../../contract/domain/result/scene.ts'

/** The colours of a part side by side: grounds alone, so that a saved figure has them too. */
export function Swatch({ colors }: { readonly colors: readonly PartColor[] }) {
  return (
    <span class="swatch" aria-hidden="true">
      {colors.map((color) => (
        <i key={color.join()} style={{ background: `rgb(${color.join(' ')})` }} />
      ))}
    </span>
  )
}
