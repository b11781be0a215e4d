// The fmt library, compiled once. Its header-only form is compiled again in
// every file that formats anything, which took three of four seconds of each,
// and twenty under a sanitizer; its shared object would be loaded at start.
// This does what fmt's own src/format.cc does, which Debian does not install:
// the instantiations are those that its headers declare as there already.
#include <fmt/format-inl.h>

static_assert(FMT_VERSION / 10000 == 9,
              "another fmt may need other instantiations");

FMT_BEGIN_NAMESPACE
namespace detail {

template dragonbox::decimal_fp<float> dragonbox::to_decimal(float x) noexcept;
template dragonbox::decimal_fp<double> dragonbox::to_decimal(double x) noexcept;

template locale_ref::locale_ref(const std::locale& locale);
template std::locale locale_ref::get<std::locale>() const;

template thousands_sep_result<char> thousands_sep_impl(locale_ref);
template char decimal_point_impl(locale_ref);
template void buffer<char>::append(const char*, const char*);
template void vformat_to(buffer<char>&, string_view,
                         basic_format_args<buffer_context<char>>, locale_ref);

}  // namespace detail
FMT_END_NAMESPACE
