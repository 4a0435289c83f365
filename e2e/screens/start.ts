import type { TestProject } from 'vitest/node'
import { startProduct } from '../product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The product that all these tests share: where it answers, and its data folder. */
    product: { url: string; dataFolder: string }
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, dataFolder, stop } = await startProduct()
  project.provide('product', { url, dataFolder })
  return stop
}
