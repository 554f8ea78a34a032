import type { Vector3 } from '../../../contract/look/display.ts'
import { chooseRendering } from '../../../contract/look/volume-transfer.ts'
import type { PreparedVolume } from '../../prepared/prepared.ts'
import type { Camera } from '../camera.ts'
import { fullOpacity, MatterWalk, march } from '../volume/march.ts'
import { createMatter, type Light } from '../volume/matter.ts'
import { createRaySurfaces, type RaySurfaces } from '../volume/ray-surfaces.ts'
import { findLights, VolumeRays } from '../volume/volume-rays.ts'
import { toPartSpaces } from './move-part.ts'
import { type ShownPart, toLight } from './show-part.ts'

/** A surface that a ray meets in a volume. */
export interface MetSurface {
  readonly distance: number
  readonly color: Vector3
  readonly opacity: number
}

/** A volume that is matter along rays. */
interface MatterVolume {
  readonly rays: VolumeRays
  readonly walk: MatterWalk
}

/** A volume that is surfaces along rays. */
interface SurfaceVolume {
  readonly rays: VolumeRays
  readonly visitSurfaces: RaySurfaces
  readonly opacity: number
}

/** The way in which the rays of a picture meet a volume. */
export interface VolumeSight {
  /** In the coordinates of the volume. */
  readonly camera: Camera
  /** Samples between two steps. */
  readonly stride: number
}

/** The volumes of a scene along the rays of a picture. */
export class SceneVolumes {
  readonly #matter: MatterVolume[] = []
  readonly #surfaces: SurfaceVolume[] = []
  readonly #active: MatterVolume[] = []
  readonly #walks: MatterWalk[] = []

  /** Adds a volume to those that the rays meet. */
  add(part: ShownPart<PreparedVolume>, { camera, stride }: VolumeSight): void {
    const { prepared, place, opacity, color, kept } = part
    const rays = new VolumeRays(prepared, { camera, stride, kept: toPartSpaces(kept, place) })
    const rendering = chooseRendering(prepared, part.display)
    const density = part.display.density * opacity
    const matter = createMatter(
      prepared,
      { ...part.display, density },
      { lights: findLights(camera), color: color && toLight(color) },
    )
    if (rendering === 'direct') this.#matter.push({ rays, walk: new MatterWalk(matter) })
    else {
      const volume = { rays, opacity, visitSurfaces: createRaySurfaces(matter, rendering) }
      // Surfaces of equal values end the rays of the others.
      if (rendering === 'isosurface') this.#surfaces.unshift(volume)
      else this.#surfaces.push(volume)
    }
  }

  /** Casts the ray of a sample. */
  cast(x: number, y: number): void {
    for (const { rays } of this.#matter) rays.cast(x, y)
    for (const { rays } of this.#surfaces) rays.cast(x, y)
  }

  /** Returns the surfaces before a distance, from the nearest on. */
  findSurfaces(end: number): readonly MetSurface[] {
    if (this.#surfaces.length === 0) return []
    const met: MetSurface[] = []
    let last = end
    for (const { rays, visitSurfaces, opacity: own } of this.#surfaces) {
      const { near } = rays
      const far = Math.min(rays.far, last)
      if (!(far > near)) continue
      const count = rays.count(near, far)
      visitSurfaces(rays.cut(near, far, count), (steps, color, opacity) => {
        const distance = near + (far - near) * (steps / count)
        met.push({ distance, color, opacity: opacity * own })
        if (opacity * own >= 1) last = Math.min(last, distance)
      })
    }
    return met.sort((one, other) => one.distance - other.distance)
  }

  /** Adds the light of matter between two distances, in stretches in which the same volumes are. */
  addLight(from: number, to: number, sum: Light): void {
    if (this.#matter.length === 0) return
    let at = from
    while (at < to && sum[3] < fullOpacity) {
      const end = this.#findEnd(at, to)
      if (this.#active.length > 0) this.#march(at, end, sum)
      at = end
    }
  }

  /** Finds the volumes around a distance; returns the one up to which they are these. */
  #findEnd(at: number, to: number): number {
    let end = to
    this.#active.length = 0
    for (const volume of this.#matter) {
      const { near, far } = volume.rays
      if (!(far > near) || far <= at) continue
      if (near > at) end = Math.min(end, near)
      else {
        end = Math.min(end, far)
        this.#active.push(volume)
      }
    }
    return end
  }

  #march(from: number, to: number, sum: Light): void {
    let count = 0
    for (const { rays } of this.#active) count = Math.max(count, rays.count(from, to))
    this.#walks.length = 0
    for (const { rays, walk } of this.#active) {
      walk.begin(rays.cut(from, to, count))
      this.#walks.push(walk)
    }
    march(this.#walks, sum)
  }
}
