/** Results in every form that is written, read to the end or left. */
const busy = 503
const values = 12
const pick = (count) => Math.floor(Math.random() * count)
const beginsWith = (text) => (bytes) => bytes.subarray(0, text.length).toString('latin1') === text
const isZip = beginsWith('PK\u0003\u0004')
const hasMember = (name) => (bytes) => name in JSON.parse(bytes.toString())

/** What each form of a result begins with, or holds. */
const forms = {
  surface: {
    glb: beginsWith('glTF'),
    stl: (bytes) => bytes.length === 84 + 50 * bytes.readUInt32LE(80),
    ply: beginsWith('ply\n'),
    obj: (bytes) => /^v .*\nv /m.test(bytes.toString()),
    '3mf': isZip,
    usdz: isZip,
    json: hasMember('vertices'),
  },
  small: {
    nrrd: beginsWith('NRRD'),
    nifti: (bytes) => bytes.readInt32LE(0) === 348,
    npy: beginsWith('\x93NUMPY'),
    json: hasMember('data'),
  },
  cloud: {
    glb: beginsWith('glTF'),
    ply: beginsWith('ply\n'),
    csv: beginsWith('x,y,z'),
    json: hasMember('points'),
  },
  raster: { png: beginsWith('\x89PNG'), npy: beginsWith('\x93NUMPY'), json: hasMember('data') },
}
const asked = Object.entries(forms).flatMap(([id, named]) =>
  Object.entries(named).map(([form, isRight]) => ({ id, form, isRight })),
)

/** Asks for a form and checks what comes; one reader in four leaves before it is made or read. */
export async function seeForm(client) {
  const { id, form, isRight } = asked[pick(asked.length)]
  const isNew = pick(2) === 0
  const query = `params=${encodeURIComponent(JSON.stringify({ n: isNew ? Math.random() : pick(values) }))}`
  const path = `/api/specimens/${id}/data?format=${form}&${query}&room_id=forms-${pick(8)}`
  if (pick(4) === 0) return await client.abandon(path, pick(40))
  const { status, bytes } = await client.get(path, [200, busy])
  if (status === 200 && !isRight(bytes)) throw new Error(`${path} is no ${form}`)
}

/** Several readers of the same form at once, of whom all but one leave: the last has it whole. */
export async function shareForm(client) {
  const params = encodeURIComponent(JSON.stringify({ n: Math.random() }))
  const path = `/api/specimens/surface/data?format=usdz&params=${params}&room_id=forms-${pick(8)}`
  const leaving = Array.from({ length: 3 }, () => client.abandon(path, pick(60)))
  const { status, bytes } = await client.get(path, [200, busy])
  await Promise.all(leaving)
  if (status === 200 && !isZip(bytes)) throw new Error(`${path} is no usdz`)
}
