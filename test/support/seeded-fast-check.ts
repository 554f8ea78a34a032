/**
 * fast-check with the same values each time, so that a failure is a change's. Others are tried with
 * `PROPERTY_SEED=…`.
 */
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? '8') })

export { fc }
