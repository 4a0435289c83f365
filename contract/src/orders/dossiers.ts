import { z } from 'zod'
import { type CustomerType, customerTypes, NumberCheck } from '../contacts/contacts.ts'
import { Address, EmailAddress, PhoneNumber } from '../contacts/parts.ts'
import { PackageMeasure, Percent } from '../decimals.ts'
import { ById, each, endpoint, Id, Instant, Minute, OptionalText, Version } from '../endpoint.ts'
import { languages, limits } from '../limits.ts'

export const currencies = ['CHF', 'EUR'] as const

/** The discount that a new article starts with, by the type of the dossier's contact. */
export const presetDiscount: Partial<Record<CustomerType, string>> = { RESELLER_25: '25', RESELLER_10: '10' }

const Quantity = z.int().min(1).max(limits.dossier.quantity).default(1)

// --- rows ----------------------------------------------------------------------------------------------------------

/** What is a column of each article. */
export const articleFields = {
  productRef: Id.nullable().default(null),
  /** As ordered: the title of the product when it is left empty. */
  productName: OptionalText(255).default(''),
  quantity: Quantity,
  /** In percent. */
  discount: Percent.nullable().default(null),
  warehouse: Id.nullable().default(null),
  description: OptionalText(2000).default(''),
}

/** What is a column of each package. */
export const packageFields = {
  quantity: Quantity,
  widthInCm: PackageMeasure,
  depthInCm: PackageMeasure,
  heightInCm: PackageMeasure,
  weightInKg: PackageMeasure,
  description: OptionalText(2000).default(''),
  /** What it was calculated from. */
  palletRef: Id.nullable().default(null),
}

/** A row as it is sent: without an id it is new. */
const sent = { id: Id.optional() }
/** A row as it is kept; `orderKey` is its place, from 1. */
const kept = { id: Id, version: Version, orderKey: z.int() }

export const NewArticle = z.object({ ...sent, ...articleFields }).refine(namesSomething, {
  path: ['productName'],
  params: { code: 'REQUIRED' },
})
export type NewArticle = z.output<typeof NewArticle>
export const Article = z.object({ ...kept, ...articleFields })
export type Article = z.output<typeof Article>

export const NewPackageInfo = z.object({ ...sent, ...packageFields })
export type NewPackageInfo = z.output<typeof NewPackageInfo>
export const PackageInfo = z.object({ ...kept, ...packageFields })
export type PackageInfo = z.output<typeof PackageInfo>

function namesSomething({ productRef, productName }: { productRef: string | null; productName: string }): boolean {
  return productRef !== null || productName !== ''
}

// --- the dossier ---------------------------------------------------------------------------------------------------

/** `paymentPeriod` is until when is to be paid. */
const dates = ['pickupDate', 'selfPickupAt', 'deliveryDate', 'purchasePickupDate', 'paymentPeriod'] as const

const otherFields = {
  contactRef: Id,
  /** Empty becomes the full name of the contact, or «Unbekannt». */
  certificateName: OptionalText(limits.dossier.certificateNameLength),
  language: z.enum(languages),
  sapOrdernumber: OptionalText(50),
  delivered: z.boolean(),
  taxFreeDelivery: z.boolean(),
  oss: z.boolean(),
  paymentConditionRef: Id.nullable(),
  deliveryConditionRef: Id.nullable(),
  currency: z.enum(currencies),
  /** The offer number of the shipment. */
  shipmentReference: OptionalText(100),
  forwardingAgencyRef: Id.nullable(),
  notes: OptionalText(10_000),
  noteForArticles: OptionalText(10_000),
  resellerRef: Id.nullable(),
  /** These four are numbers, mails and addresses of the contact; another contact clears them. */
  avisPhoneNumberRef: Id.nullable(),
  avisEmailRef: Id.nullable(),
  deliveryAddressRef: Id.nullable(),
  billingAddressRef: Id.nullable(),
  avisText: OptionalText(10_000),
}

/** What is left out stays as it is; the rows are replaced when given, in their order. */
export const DossierChange = z
  .object({
    ...otherFields,
    ...each(dates, Minute.nullable()),
    articles: z.array(NewArticle).max(limits.dossier.articles),
    packageInfos: z.array(NewPackageInfo).max(limits.dossier.packages),
  })
  .partial()
export type DossierChange = z.output<typeof DossierChange>

/** What is a column of the dossier. */
export const dossierFields = { ...otherFields, ...each(dates, Instant.nullable()) }

export const Dossier = z.object({
  id: Id,
  ...dossierFields,
  /** What the screen shows of the contact without asking for it. */
  contact: z.object({
    id: Id,
    fullName: z.string(),
    companyName: z.string(),
    customerType: z.enum(customerTypes).nullable(),
    uidCheck: NumberCheck,
    eoriCheck: NumberCheck,
  }),
  resellerName: z.string(),
  articles: z.array(Article),
  packageInfos: z.array(PackageInfo),
  /** Packages are current when they were last changed after, or with, the articles. */
  articlesChangedAtUtc: Instant.nullable(),
  packagesChangedAtUtc: Instant.nullable(),
  /** The flame and its board. */
  taskId: Id,
  blackBoardRef: Id,
})
export type Dossier = z.output<typeof Dossier>

// --- packages from articles ----------------------------------------------------------------------------------------

/** How one article became packages, or why it did not. */
const PackagedArticle = z.object({
  productRef: Id.nullable(),
  productName: z.string(),
  quantity: z.int(),
  outcome: z.enum(['PACKAGED', 'NO_PRODUCT', 'NO_PALLET']),
  pallet: z.object({ id: Id, title: z.string() }).nullable(),
  palletWeightInKg: z.string().nullable(),
  productWeightInKg: z.string().nullable(),
  /** Places of its rows in `packageInfos`: from, and before which one they end. */
  from: z.int(),
  to: z.int(),
})
export type PackagedArticle = z.output<typeof PackagedArticle>

/** A proposed row may break a limit of the dossier, for example weigh less than 1 kg; then saving it says so. */
const ProposedPackage = z.object({
  quantity: z.int(),
  widthInCm: z.string(),
  depthInCm: z.string(),
  heightInCm: z.string(),
  weightInKg: z.string(),
  description: z.string(),
  palletRef: Id,
})
export type ProposedPackage = z.output<typeof ProposedPackage>

export const dossierApi = {
  keptParts: endpoint({
    method: 'GET',
    path: '/api/flames/:id/parts',
    allow: { allOf: ['FLAME_READ', 'CONTACT_READ'] },
    summary: 'The addresses, number and e-mail address that a dossier names, which stay when its contact is erased',
    params: ById,
    shows: ['flame flame=:id', 'contact'],
    response: z.object({
      addresses: z.array(Address),
      phoneNumbers: z.array(PhoneNumber),
      emailAddresses: z.array(EmailAddress),
    }),
  }),
  calculatePackages: endpoint({
    method: 'POST',
    path: '/api/flames/_calculatePackages',
    reads: true,
    allow: 'FLAME_READ',
    summary: 'The packages that articles need: one per unit whose product has a possible pallet. Saves nothing',
    shows: ['list'],
    body: z.object({
      articles: z
        .array(z.object({ productRef: Id.nullable(), productName: OptionalText(255).default(''), quantity: Quantity }))
        .max(limits.dossier.articles),
    }),
    response: z.object({
      packageInfos: z.array(ProposedPackage),
      articles: z.array(PackagedArticle),
    }),
  }),
}
