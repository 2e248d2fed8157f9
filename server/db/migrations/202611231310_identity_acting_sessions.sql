-- A session that acts as a user stands on the session of whoever acts, and ends with it; and when
-- a second factor was last proven in a session, for what takes a recent one.
alter table user_session add column made_by_session_id text not null default '';
alter table user_session add column factor_at timestamptz;
create index user_session_acting on user_session (acting_user_id) where acting_user_id <> '';
