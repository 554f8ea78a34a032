import { DoubleSide, MeshStandardMaterial, ShaderChunk, Triangle, Vector3 } from 'three'
import type { PreparedMesh } from '../data/prepared.ts'

/** The colour of meshes without their own: light clay, which shows shape on light and on dark grounds. */
export const clay = 0xc2c9d4

/**
 * Returns the material of a mesh: lit from both sides, the inner side warmer and darker, so that a clipped
 * mesh shows its cut. Normals point outward, whatever the winding. Vertex colours are sRGB.
 */
export function createMeshMaterial(mesh: PreparedMesh): MeshStandardMaterial {
  const material = new MeshStandardMaterial({ color: clay, roughness: 0.48, metalness: 0, side: DoubleSide })
  const isOuter = { value: isWoundLikeNormals(mesh) }
  material.onBeforeCompile = (shader) => {
    shader.uniforms.isOuterFront = isOuter
    // three takes vertex colours to be linear.
    shader.vertexShader = shader.vertexShader.replace(
      '#include <color_vertex>',
      `#include <color_vertex>
      #ifdef USE_COLOR
        vColor.rgb = mix(
          vColor.rgb / 12.92,
          pow((vColor.rgb + 0.055) / 1.055, vec3(2.4)),
          step(vec3(0.04045), vColor.rgb)
        );
      #endif`,
    )
    shader.fragmentShader = `uniform bool isOuterFront;\n${shader.fragmentShader}`
      .replace(
        '#include <color_fragment>',
        `#include <color_fragment>
        bool isOuter = gl_FrontFacing == isOuterFront;
        if (!isOuter) diffuseColor.rgb *= vec3(0.80, 0.52, 0.38);`,
      )
      .replace(
        '#include <normal_fragment_begin>',
        // Flat normals come from the triangle on screen: they always point to the eye.
        ShaderChunk.normal_fragment_begin.replace('gl_FrontFacing', 'isOuter'),
      )
  }
  return material
}

/** Number of examined triangles: enough for a mesh of any size. */
const samples = 500

/**
 * Returns whether triangles are counterclockwise along their normals; those of functions are often reversed.
 */
export function isWoundLikeNormals({ result: { vertices, indices }, normals }: PreparedMesh): boolean {
  const count = Math.floor(indices.length / 3)
  const step = Math.max(1, Math.floor(count / samples))
  const [a, b, c, normal] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()]
  let alike = 0
  for (let i = 0; i < count; i += step) {
    const corners = [a, b, c].map((corner, side) => {
      const at = 3 * (indices[3 * i + side] ?? 0)
      corner.fromArray(vertices, at)
      return at
    })
    Triangle.getNormal(a, b, c, normal)
    const agreement = corners.reduce((sum, at) => sum + normal.dot(a.fromArray(normals, at)), 0)
    if (agreement > 0) alike++
    if (agreement < 0) alike--
  }
  return alike >= 0
}
