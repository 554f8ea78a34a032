/** @maximum 5 */
export type Wide = number
