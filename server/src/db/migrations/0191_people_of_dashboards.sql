-- Whether the dashboards say how much each person has and did: nobody is compared unless an admin wants it.
alter table product_setting add column shows_people boolean not null default false;
