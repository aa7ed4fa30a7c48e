// A model that is ready for contact (abut/brep/brep_lmds.h).
#include "host/brep/contact_brep_state.h"

namespace abut {

ContactBrep::ContactBrep(const Brep& brep) {
  check_brep(brep);
  state_ = std::make_unique<State>(brep);
}
ContactBrep::~ContactBrep() = default;
ContactBrep::ContactBrep(ContactBrep&&) noexcept = default;
ContactBrep& ContactBrep::operator=(ContactBrep&&) noexcept = default;
const std::vector<std::string>& ContactBrep::notes() const { return state_->features.notes(); }
double ContactBrep::size() const { return state_->features.size(); }

}  // namespace abut
