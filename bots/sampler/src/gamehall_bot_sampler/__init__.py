"""A player of Gongzhu and Hearts that deals the unseen cards at random and plays them out."""
