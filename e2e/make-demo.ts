// Makes the demo that the tests copy, so that several which begin at once need not each make it.
import { demoTemplate } from './demo-data.ts'
import { makeDemo } from './product.ts'

await demoTemplate(makeDemo)
