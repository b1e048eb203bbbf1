"""A rule-based player of Gongzhu and Hearts."""
