-- Users of a role are counted with every role shown, and asked for before a role goes.
create index user_account_role on user_account (custom_role_id) where custom_role_id <> '';
-- Lists of users are sorted by name within one account.
create index user_account_names on user_account (account_id, name, id);
