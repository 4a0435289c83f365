-- What a list shows of a contact, under the names that the contract has for it.
create type contact_card as (
  id uuid,
  "fullName" text,
  "legalType" text,
  salutation text,
  title text,
  "givenName" text,
  surname text,
  "companyName" text,
  "customerType" text,
  customer boolean,
  "placeOfExperience" boolean,
  street text,
  "zipCode" text,
  city text,
  country text,
  "emailAddress" text,
  "phoneNumber" text
);
