import { demoTemplate } from './demo-data.ts'
import { makeDemo } from './product.ts'

/** Fills the demo data once before the workers start; otherwise each worker would do it. */
export default async function demoFirst(): Promise<void> {
  await demoTemplate(makeDemo)
}
