import { z } from 'zod'
import { type CustomerType, customerTypes, NumberCheck } from '../contacts/contacts.ts'
import { Address, EmailAddress, PhoneNumber } from '../contacts/parts.ts'
import { PackageMeasure, Percent } from '../decimals.ts'
import { ById, each, endpoint, Id, Instant, Minute, OptionalText, Version } from '../endpoint.ts'
import { languages, limits } from '../limits.ts'

export const currencies = ['CHF', 'EUR'] as const

/** Discount in percent of a new article, by the type of the dossier's contact. */
export const presetDiscount: Partial<Record<CustomerType, string>> = { RESELLER_25: '25', RESELLER_10: '10' }

const Quantity = z.int().min(1).max(limits.dossier.quantity).default(1)

// --- rows ----------------------------------------------------------------------------------------------------------

/** Columns of the article table. */
export const articleFields = {
  productRef: Id.nullable().default(null),
  /** Name as ordered; when left empty, the title of the product. */
  productName: OptionalText(255).default(''),
  quantity: Quantity,
  /** Percent. */
  discount: Percent.nullable().default(null),
  warehouse: Id.nullable().default(null),
  description: OptionalText(2000).default(''),
}

/** Columns of the package table. */
export const packageFields = {
  quantity: Quantity,
  widthInCm: PackageMeasure,
  depthInCm: PackageMeasure,
  heightInCm: PackageMeasure,
  weightInKg: PackageMeasure,
  description: OptionalText(2000).default(''),
  /** Pallet that the package was calculated from. */
  palletRef: Id.nullable().default(null),
}

/** Fields of a sent row: it is new without an id or with an unused one, which makes sending it twice harmless. */
const sent = { id: Id.optional() }
/** Fields of a stored row; `orderKey` is its position, from 1. */
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

/** `paymentPeriod` is the date by which payment is due. */
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
  /** Offer number of the shipment. */
  shipmentReference: OptionalText(100),
  forwardingAgencyRef: Id.nullable(),
  notes: OptionalText(10_000),
  noteForArticles: OptionalText(10_000),
  resellerRef: Id.nullable(),
  /**
   * The next four reference phone numbers, e-mail addresses and addresses of the contact; another contact clears them.
   */
  avisPhoneNumberRef: Id.nullable(),
  avisEmailRef: Id.nullable(),
  deliveryAddressRef: Id.nullable(),
  billingAddressRef: Id.nullable(),
  avisText: OptionalText(10_000),
}

/** Fields that are left out keep their values; given rows replace all rows, in their order. */
export const DossierChange = z
  .object({
    ...otherFields,
    ...each(dates, Minute.nullable()),
    articles: z.array(NewArticle).max(limits.dossier.articles),
    packageInfos: z.array(NewPackageInfo).max(limits.dossier.packages),
  })
  .partial()
export type DossierChange = z.output<typeof DossierChange>

/** Columns of the dossier table. */
export const dossierFields = { ...otherFields, ...each(dates, Instant.nullable()) }

export const Dossier = z.object({
  id: Id,
  ...dossierFields,
  /** Fields of the contact that the screen shows without asking for the contact. */
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
  /** Packages are current when their last change is not older than that of the articles. */
  articlesChangedAtUtc: Instant.nullable(),
  packagesChangedAtUtc: Instant.nullable(),
  /** Flame of the dossier and its board. */
  taskId: Id,
  blackBoardRef: Id,
})
export type Dossier = z.output<typeof Dossier>

// --- packages from articles ----------------------------------------------------------------------------------------

/** How an article was packaged, or why it was not. */
const PackagedArticle = z.object({
  productRef: Id.nullable(),
  productName: z.string(),
  quantity: z.int(),
  outcome: z.enum(['PACKAGED', 'NO_PRODUCT', 'NO_PALLET']),
  pallet: z.object({ id: Id, title: z.string() }).nullable(),
  palletWeightInKg: z.string().nullable(),
  productWeightInKg: z.string().nullable(),
  /** Range of the article's rows in `packageInfos`: first index, and the index after the last. */
  from: z.int(),
  to: z.int(),
})
export type PackagedArticle = z.output<typeof PackagedArticle>

/** Proposed row. It may break a limit of the dossier, e.g. weigh less than 1 kg; saving it then answers the error. */
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
