export const returnInferredAny = (x = 1) => JSON.parse(`${x}`)
