/**
 * The stages of a host's end.
 *
 * | stage | requests | `/readyz` |
 * | --- | --- | --- |
 * | serving | are answered | ready |
 * | leaving | are answered, while balancers notice | not ready |
 * | stopping | are refused, except for those about jobs | |
 */
export class Lifecycle {
  #stage: 'serving' | 'leaving' | 'stopping' = 'serving'

  get isDraining(): boolean {
    return this.#stage !== 'serving'
  }

  get isStopping(): boolean {
    return this.#stage === 'stopping'
  }

  /** Reports to balancers that clients should go elsewhere. */
  leave(): void {
    if (this.#stage === 'serving') this.#stage = 'leaving'
  }

  stop(): void {
    this.#stage = 'stopping'
  }
}
