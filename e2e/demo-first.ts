import { demoTemplate } from './demo-data.ts'
import { makeDemo } from './product.ts'

/** Once before the workers begin, which would each make it otherwise. */
export default async function demoFirst(): Promise<void> {
  await demoTemplate(makeDemo)
}
